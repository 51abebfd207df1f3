//@ class: Plates
//@ budget: 20000 evals
import java.util.regex.Pattern;

class Plates {
    private static final Pattern PLATE = Pattern.compile("[a-z]\\d");

    static boolean is(String text) {
        return PLATE.matcher(text).matches();
    }
}
