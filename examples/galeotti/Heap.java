/** A binary heap of integers, the least on top. */
class Heap {
    private int[] keys = new int[2];
    private int size;
    void insert(int key) {
        if (size == keys.length) {
            int[] more = new int[2 * size];
            System.arraycopy(keys, 0, more, 0, size);
            keys = more;
        }
        int at = size++;
        while (at > 0 && keys[(at - 1) / 2] > key) {
            keys[at] = keys[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        keys[at] = key;
    }
    int removeLeast() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        int least = keys[0];
        int last = keys[--size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && keys[child + 1] < keys[child]) {
                child++;
            }
            if (keys[child] >= last) {
                break;
            }
            keys[at] = keys[child];
            at = child;
        }
        keys[at] = last;
        return least;
    }
    boolean decrease(int from, int to) {
        if (to > from) {
            return false;
        }
        for (int at = 0; at < size; at++) {
            if (keys[at] == from) {
                keys[at] = to;
                while (at > 0 && keys[(at - 1) / 2] > keys[at]) {
                    int above = keys[(at - 1) / 2];
                    keys[(at - 1) / 2] = keys[at];
                    keys[at] = above;
                    at = (at - 1) / 2;
                }
                return true;
            }
        }
        return false;
    }
}
