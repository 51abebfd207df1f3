//@ class: Bill
import java.text.SimpleDateFormat;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;

class Bill {
    static String of(int days, int cents) {
        String day = new SimpleDateFormat("d MMM yyyy", Locale.ENGLISH).format(new Date(days * 86_400_000L));
        String symbol = Currency.getInstance("EUR").getSymbol(Locale.US);
        String text = String.format(Locale.ENGLISH, "%s: %,.2f %s", day, cents / 100.0, symbol);
        if (text.length() > 20) { //~ covered
            return "long";
        }
        return text;
    }
}
