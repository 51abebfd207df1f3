//@ class: Names
import java.util.ArrayList;

class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    boolean hasAnn() {
        return contains("Ann");
    }
}
