//@ class: Sizes
import java.util.List;

class Sizes {
    static String kind(List<String> texts) {
        switch (texts.size()) { //~ covered
            case 0:
                return "none";
            case 1:
                return "one";
            default:
                return "many";
        }
    }
}
