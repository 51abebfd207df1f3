//@ class: Nulls
class Nulls {
    static int count(Object... values) {
        int count = 0;
        for (Object value : values) { //~ covered
            if (value == null) { //~ covered
                count++;
            }
        }
        return count;
    }
}
