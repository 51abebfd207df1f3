import java.text.*;
import java.util.*;

/** Names of languages, countries and zones, and which locales there are. */
public class NamesAbroad {
    public static void main(String[] args) {
        for (String tag : new String[] {"de", "fr", "tr", "ja", "es"}) {
            Locale in = Locale.forLanguageTag(tag);
            System.out.println(Locale.US.getDisplayName(in) + " " + Locale.GERMANY.getDisplayCountry(in) + " "
                + Locale.JAPANESE.getDisplayLanguage(in) + " " + Locale.forLanguageTag("zh-Hant-TW").getDisplayName(in));
            System.out.println("  " + TimeZone.getTimeZone("Europe/Berlin").getDisplayName(true, TimeZone.LONG, in)
                + " " + TimeZone.getTimeZone("America/New_York").getDisplayName(false, TimeZone.SHORT, in));
        }
        System.out.println(Locale.getAvailableLocales().length + " " + NumberFormat.getAvailableLocales().length + " "
            + Arrays.asList(DateFormat.getAvailableLocales()).contains(Locale.forLanguageTag("sw-KE")));
        System.out.println(Collator.getAvailableLocales().length + " " + BreakIterator.getAvailableLocales().length);
    }
}
