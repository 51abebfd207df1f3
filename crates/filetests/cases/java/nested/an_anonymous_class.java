//@ class: Anonymous
import java.util.Comparator;

class Anonymous {
    static int longer(String a, String b) {
        return new Comparator<String>() {
            @Override
            public int compare(String one, String other) {
                return one.length() > other.length() ? 1 : 0; //~ covered
            }
        }.compare(a, b);
    }
}
