//@ class: Atomic
import java.util.concurrent.atomic.AtomicInteger;

class Atomic {
    private final AtomicInteger value = new AtomicInteger();

    boolean isThird() {
        return value.incrementAndGet() == 3; //~ covered
    }
}
