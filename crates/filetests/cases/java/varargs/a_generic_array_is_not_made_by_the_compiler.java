//@ class: Zip
//@ lacks: Zip.longest()
import java.util.Iterator;

/** `longest()` would make an array of `Iterator<? extends E>` unchecked, which the compiler warns of. */
class Zip {
    static <E> int longest(Iterator<? extends E>... all) {
        int longest = 0;
        for (Iterator<? extends E> one : all) { //~ covered
            int length = 0;
            while (one.hasNext()) { //~ covered
                one.next();
                length++;
            }
            longest = Math.max(longest, length);
        }
        return longest;
    }
}
