//@ class: Price
//@ lacks: ObjectOutputStream
import java.io.Serializable;

class Price implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int cents;

    Price(int cents) {
        this.cents = cents;
    }

    boolean isFree() {
        return cents == 0; //~ covered
    }
}
