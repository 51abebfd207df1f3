//@ class: Title
//@ lacks: toSmall
import java.util.Locale;

class Title {
    static int toSmall() {
        return "TITLE".toLowerCase().equals("title") ? 1 : 0; //~ open
    }

    static String rooted(String text) {
        return text.toLowerCase(Locale.ROOT).equals("title") ? "title" : "other"; //~ covered
    }
}
