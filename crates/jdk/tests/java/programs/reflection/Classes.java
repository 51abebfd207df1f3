import java.lang.reflect.Modifier;
import java.util.*;

/** Names and kinds of classes. */
public class Classes {
    interface I { } static abstract class A implements I { } enum E { X { } }

    public static void main(String[] args) throws Exception {
        for (Class<?> c : new Class<?>[] {int.class, int[].class, String[][].class, I.class, A.class, E.class, Map.Entry.class, new Object() { }.getClass(), void.class, E.X.getClass()})
            System.out.println(c.getName() + " " + c.getSimpleName() + " " + c.isInterface() + " " + c.isArray() + " " + c.isPrimitive() + " " + c.isEnum() + " " + c.isAnonymousClass() + " " + Modifier.isAbstract(c.getModifiers()) + " " + c.getSuperclass());
        System.out.println(I.class.isAssignableFrom(A.class) + " " + Integer.class.isInstance(3) + " " + A.class.getInterfaces()[0] + " " + String.class.getPackage().getName() + " " + int[].class.getComponentType());
    }
}
