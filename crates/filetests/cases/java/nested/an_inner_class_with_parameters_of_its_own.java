//@ class: Table
import java.util.HashMap;
import java.util.Map;

class Table<K> {
    private final Map<K, Object> cells = new HashMap<>();

    class Column<V> {
        private final V missing;

        Column(V missing) {
            this.missing = missing;
        }

        void put(K key, V value) {
            cells.put(key, value);
        }

        Object get(K key) {
            Object found = cells.get(key);
            return found == null ? missing : found; //~ covered
        }
    }

    static <A, B> boolean isEmpty(Table<A>.Column<B> column) {
        return column == null || column.missing == null; //~ covered
    }
}
