/** Constants of an enumeration are made before its other static fields. */
public class EnumInit {
    enum Planet {
        MERCURY(1), VENUS(2), EARTH(3) { @Override String kind() { return "home"; } };
        static int made = 100;
        final int number;
        Planet(int n) { number = n; count(); }
        static int count;
        void count() { log.append(name()).append(' '); }
        String kind() { return "planet"; }
    }
    static StringBuilder log = new StringBuilder();

    public static void main(String[] args) throws Exception {
        System.out.println(Planet.made + " " + Planet.count + " " + log);
        for (Planet p : Planet.values()) System.out.println(p + " " + p.ordinal() + " " + p.number + " " + p.kind() + " " + p.getDeclaringClass().getSimpleName());
    }
}
