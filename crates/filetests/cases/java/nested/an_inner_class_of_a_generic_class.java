//@ class: Shelf
//@ contains: Shelf<String>.Cursor
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

class Shelf<T> {
    private final List<T> items = new ArrayList<>();

    void add(T item) {
        items.add(item);
    }

    class Cursor {
        private int at;

        Cursor(int at) {
            this.at = at;
        }

        T next() {
            if (at < 0 || at >= items.size()) { //~ covered
                throw new NoSuchElementException();
            }
            return items.get(at++);
        }

        boolean isBeyond(int limit) {
            return at > limit && limit > 2; //~ covered
        }
    }
}
