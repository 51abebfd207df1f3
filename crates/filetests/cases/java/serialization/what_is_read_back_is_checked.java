//@ class: Span
//@ contains: new ObjectOutputStream(
//@ contains: .readObject()
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

class Span implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int from;
    private final int to;
    private transient int length;

    Span(int from, int to) {
        this.from = from;
        this.to = to;
        length = to - from;
    }

    int length() {
        return length;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        if (to < from) { //~ covered
            length = 0;
        } else {
            length = to - from;
        }
    }
}
