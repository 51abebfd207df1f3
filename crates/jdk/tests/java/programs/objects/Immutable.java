/** A chain of changes that makes new objects each time. */
public class Immutable {
    static final class Money { private final long cents; private final String currency; Money(long c, String s) { cents = c; currency = s; } Money plus(Money m) { if (!m.currency.equals(currency)) throw new IllegalArgumentException(currency + " and " + m.currency); return new Money(Math.addExact(cents, m.cents), currency); } Money times(double f) { return new Money(Math.round(cents * f), currency); } @Override public String toString() { return String.format("%d.%02d %s", cents / 100, Math.abs(cents % 100), currency); } }

    public static void main(String[] args) throws Exception {
        Money m = new Money(1050, "EUR");
        System.out.println(m.plus(new Money(-2000, "EUR")) + " " + m.times(1.1).times(0.333) + " " + m);
        try { m.plus(new Money(1, "USD")); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
