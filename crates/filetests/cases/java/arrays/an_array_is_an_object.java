//@ class: Lengths
import java.lang.reflect.Array;

class Lengths {
    static int of(Object array) {
        int length = Array.getLength(array);
        if (length > 2) { //~ covered
            return length;
        }
        return array instanceof long[] ? 1 : 0; //~ covered
    }
}
