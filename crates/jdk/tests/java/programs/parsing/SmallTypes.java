/** Bytes, shorts, booleans and characters from text. */
public class SmallTypes {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"127", "128", "-128", "-129", "x"}) {
            try { System.out.println(Byte.parseByte(s)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
        try { Short.parseShort("40000"); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        System.out.println(Boolean.parseBoolean("tRuE") + " " + Boolean.parseBoolean("yes") + " " + Boolean.parseBoolean(null));
    }
}
