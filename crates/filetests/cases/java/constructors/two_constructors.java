//@ class: Money
class Money {
    private final long cents;

    Money(long cents) {
        this.cents = cents;
    }

    Money(int euros, int cents) {
        this(100L * euros + cents);
    }

    boolean isDebt() {
        return cents < 0; //~ covered
    }
}
