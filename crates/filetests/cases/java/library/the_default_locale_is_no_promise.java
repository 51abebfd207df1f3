//@ class: Speaker
//@ lacks: "en
import java.util.Locale;

class Speaker {
    static String tongue(boolean whole) {
        return whole ? Locale.getDefault().toString() : "none"; //~ covered
    }
}
