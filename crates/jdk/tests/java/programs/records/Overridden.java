// release 17
/** Records with accessors and methods of their own. */
public class Overridden {
    record Temp(double celsius) implements Comparable<Temp> {
        public double celsius() { return Math.round(celsius * 10) / 10.0; }
        @Override public boolean equals(Object o) { return o instanceof Temp t && Math.abs(t.celsius - celsius) < 0.5; }
        @Override public int hashCode() { return 1; }
        public int compareTo(Temp t) { return Double.compare(celsius, t.celsius); }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new Temp(36.66) + " " + new Temp(36.66).celsius() + " " + new Temp(1).equals(new Temp(1.4)) + " " + new Temp(1).compareTo(new Temp(2)));
    }
}
