//@ class: Bag
//@ lacks: toArray(null)
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** Since Java 11 `Collection` has a second method `toArray` with one parameter: `null` alone could mean both. */
abstract class Bag implements Collection<String> {
    static Bag of(String word) {
        return new OneWord(word);
    }

    @Override
    public <T> T[] toArray(T[] array) {
        if (array == null) { //~ covered
            throw new NullPointerException("no array");
        }
        return List.of("a", "b").toArray(array);
    }

    private static final class OneWord extends Bag {
        private final String word;

        OneWord(String word) {
            this.word = word;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public boolean contains(Object other) {
            return word.equals(other);
        }

        @Override
        public Iterator<String> iterator() {
            return List.of(word).iterator();
        }

        @Override
        public Object[] toArray() {
            return new Object[] {word};
        }

        @Override
        public boolean add(String other) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean remove(Object other) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean containsAll(Collection<?> others) {
            return false;
        }

        @Override
        public boolean addAll(Collection<? extends String> others) {
            return false;
        }

        @Override
        public boolean removeAll(Collection<?> others) {
            return false;
        }

        @Override
        public boolean retainAll(Collection<?> others) {
            return false;
        }

        @Override
        public void clear() {
        }
    }
}
