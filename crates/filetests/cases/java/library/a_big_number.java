//@ class: Big
import java.math.BigInteger;

class Big {
    static boolean isNegative(BigInteger value) {
        return value.signum() < 0; //~ covered
    }
}
