//@ class: Fallback
import java.util.function.Supplier;

class Fallback {
    static String orElse(String value, Supplier<String> supplier) {
        return value != null ? value : supplier.get(); //~ covered
    }
}
