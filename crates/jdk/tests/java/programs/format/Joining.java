/** Tables built from columns. */
public class Joining {
    public static void main(String[] args) throws Exception {
        String[] names = {"apple", "fig", "watermelon"};
        double[] prices = {1.5, 0.25, 12};
        for (int i = 0; i < names.length; i++) System.out.println(String.format("%-12s%8.2f%4d%%", names[i], prices[i], (int) (prices[i] * 10)));
        System.out.println(new java.util.StringJoiner(", ", "{", "}").add("a").add("b").setEmptyValue("none") + " " + new java.util.StringJoiner("-").setEmptyValue("none"));
    }
}
