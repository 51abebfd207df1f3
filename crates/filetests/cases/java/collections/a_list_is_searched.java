//@ class: Search
import java.util.List;

class Search {
    static boolean has(List<String> texts, String wanted) {
        for (String text : texts) { //~ covered
            if (text.equals(wanted)) { //~ covered
                return true;
            }
        }
        return false;
    }
}
