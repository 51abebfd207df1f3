//@ class: References
import java.util.function.Function;

class References {
    static int length(String text) {
        Function<String, Integer> length = String::length;
        return length.apply(text) > 3 ? 1 : 0; //~ covered
    }
}
