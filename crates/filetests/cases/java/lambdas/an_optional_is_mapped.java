//@ class: Options
import java.util.Optional;

class Options {
    static String upper(String text) {
        return Optional.ofNullable(text).filter(t -> !t.isEmpty()).map(String::toUpperCase).orElse("none"); //~ covered
    }
}
