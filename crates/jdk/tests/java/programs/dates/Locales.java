import java.util.*;

/** Locales, and texts that depend on them. */
public class Locales {
    public static void main(String[] args) throws Exception {
        System.out.println(Locale.GERMANY + " " + Locale.forLanguageTag("pt-BR").getCountry() + " " + new Locale("en", "US").equals(Locale.US) + " " + Locale.ENGLISH.getLanguage() + " " + Locale.ROOT.toString().isEmpty());
        System.out.println("TITLE".toLowerCase(new Locale("tr")).equals("title") + " " + "TITLE".toLowerCase(Locale.ROOT).equals("title") + " " + "i".toUpperCase(new Locale("tr")).codePointAt(0));
        System.out.println(String.format(Locale.ROOT, "%,.2f", 12345.678) + " " + String.format(Locale.US, "%,d", 1234567));
    }
}
