//@ class: Sign
//@ contains: assertEquals(
class Sign {
    static int of(int a) {
        if (a < 0) { //~ covered
            return -1;
        }
        return a == 0 ? 0 : 1; //~ covered
    }
}
