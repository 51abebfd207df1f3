/** Constants of enumerations by name. */
public class EnumsInReflection {
    enum Level { LOW, MID, HIGH; Level next() { return values()[(ordinal() + 1) % values().length]; } }

    public static void main(String[] args) throws Exception {
        System.out.println(Level.valueOf("MID").next() + " " + Level.class.getEnumConstants().length + " " + Enum.valueOf(Level.class, "LOW").compareTo(Level.HIGH));
        try { Level.valueOf("NONE"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
