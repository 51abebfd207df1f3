import java.lang.reflect.*;
import java.util.*;

/** Generic types as they are declared. */
public class Generics {
    static class G<T extends Comparable<T>> extends ArrayList<Map<String, T[]>> { List<? super Integer> field; <X> X m(X x, List<? extends T> l) { return x; } }

    public static void main(String[] args) throws Exception {
        System.out.println(G.class.getGenericSuperclass() + " " + G.class.getDeclaredField("field").getGenericType() + " " + G.class.getTypeParameters()[0].getBounds()[0]);
        System.out.println(G.class.getDeclaredMethod("m", Object.class, List.class).toGenericString());
    }
}
