//@ class: Rings
class Rings {
    static Object[] ring(int count) {
        if (count < 1 || count > 9) { //~ covered
            return new Object[0];
        }
        Object[] all = new Object[count];
        all[0] = all;
        return all;
    }
}
