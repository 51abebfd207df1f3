import java.text.*;
import java.util.*;

/** The order of words, and where they begin and end, in several languages. */
public class Collation {
    static String sorted(Locale locale, String... words) {
        String[] copy = words.clone();
        Arrays.sort(copy, Collator.getInstance(locale));
        return locale + " " + String.join(" ", copy);
    }

    static String parts(BreakIterator iterator, String text) {
        iterator.setText(text);
        StringBuilder parts = new StringBuilder();
        int start = iterator.first();
        for (int end = iterator.next(); end != BreakIterator.DONE; start = end, end = iterator.next()) {
            parts.append('[').append(text, start, end).append(']');
        }
        return parts.toString();
    }

    public static void main(String[] args) {
        System.out.println(sorted(Locale.GERMAN, "zebra", "\u00e4pfel", "apfel", "\u00d6l", "Ofen", "Stra\u00dfe", "Strasse"));
        System.out.println(sorted(new Locale("sv"), "zebra", "\u00e4pple", "apa", "\u00f6l", "\u00e5r", "os"));
        System.out.println(sorted(new Locale("es"), "\u00f1u", "nube", "oso", "chico", "c\u00f3mo", "dedo"));
        System.out.println(sorted(Locale.FRENCH, "cot\u00e9", "c\u00f4te", "cote", "c\u00f4t\u00e9"));
        System.out.println(sorted(new Locale("da"), "\u00e5", "a", "z", "\u00e6", "\u00f8"));
        System.out.println(sorted(Locale.JAPANESE, "\u3044", "\u3042", "\u30a2", "\u6f22", "\u4e00"));
        Collator collator = Collator.getInstance(Locale.GERMAN);
        collator.setStrength(Collator.PRIMARY);
        System.out.println(collator.compare("\u00e4", "A") + " " + collator.equals("resume", "r\u00e9sum\u00e9"));
        CollationKey[] keys = {collator.getCollationKey("b"), collator.getCollationKey("A")};
        Arrays.sort(keys);
        System.out.println(keys[0].getSourceString() + " " + keys[0].toByteArray().length);
        String text = "Hello, world. It's 3.5 miles! \u00dcber Stra\u00dfen?";
        System.out.println(parts(BreakIterator.getWordInstance(Locale.US), text));
        System.out.println(parts(BreakIterator.getSentenceInstance(Locale.GERMAN), text));
        System.out.println(parts(BreakIterator.getLineInstance(Locale.FRENCH), text));
        System.out.println(parts(BreakIterator.getCharacterInstance(Locale.JAPANESE), "e\u0301\u304c\u6f22"));
        System.out.println(parts(BreakIterator.getWordInstance(new Locale("th")), "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01"));
    }
}
