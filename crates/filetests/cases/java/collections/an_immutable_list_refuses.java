//@ class: Fixed
//@ contains: assertThrows(UnsupportedOperationException.class, 
import java.util.List;

class Fixed {
    static void add(String text) {
        List<String> fixed = List.of("a");
        fixed.add(text);
    }
}
