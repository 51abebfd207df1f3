/** Long numbers from text, and their bounds. */
public class Longs {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"9223372036854775807", "9223372036854775808", "-9223372036854775808", "12L", "", "7f"}) {
            try { System.out.println(Long.parseLong(s)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
        System.out.println(Long.parseLong("7f", 16) + " " + Long.decode("0xffffffffff") + " " + Long.toString(-1000000007L, 36) + " " + Long.toHexString(-5));
    }
}
