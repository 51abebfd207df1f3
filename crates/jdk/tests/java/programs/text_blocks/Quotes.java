// release 17
/** Quotation marks inside of blocks. */
public class Quotes {
    public static void main(String[] args) throws Exception {
        System.out.println("""
            "one" ""two"" \"""three\""" 'four' \\ \
            five""" + """
            ends with a quote\"""" + "!");
    }
}
