//@ class: Opener
//@ contains: assertThrows(InaccessibleObjectException.class, 
import java.lang.reflect.Field;

class Opener {
    static boolean open(boolean own) throws NoSuchFieldException {
        Field field = own ? Opener.class.getDeclaredField("secret") : String.class.getDeclaredField("value"); //~ covered
        field.setAccessible(true);
        return field.getName().equals("secret") && Opener.secret > 0; //~ covered 2/4
    }

    private static int secret = 1;
}
