// release 11
/** Builders are comparable and streams of characters. */
public class CompareAndChars {
    public static void main(String[] args) throws Exception {
        StringBuilder a = new StringBuilder("apple"), b = new StringBuilder("apricot");
        System.out.println(a.compareTo(b) + " " + b.compareTo(a) + " " + a.compareTo(a));
        System.out.println(a.chars().sum() + " " + CharSequence.compare(a, "apple"));
    }
}
