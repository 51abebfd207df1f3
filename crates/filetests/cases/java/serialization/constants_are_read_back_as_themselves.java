//@ class: Level
//@ contains: assertSame(Level.HIGH,
import java.io.Serializable;

public final class Level implements Serializable {
    public static final Level LOW = new Level(1);
    public static final Level HIGH = new Level(2);
    private static final long serialVersionUID = 1L;

    private final int number;

    private Level(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    private Object readResolve() {
        return number == 1 ? LOW : HIGH; //~ covered
    }
}
