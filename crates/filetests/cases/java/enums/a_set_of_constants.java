//@ class: Rights
import java.util.EnumSet;
import java.util.Set;

class Rights {
    enum Right { READ, WRITE }

    private final Set<Right> rights = EnumSet.noneOf(Right.class);

    void grant(Right right) {
        rights.add(right);
    }

    boolean mayWrite() {
        return rights.contains(Right.WRITE);
    }
}
