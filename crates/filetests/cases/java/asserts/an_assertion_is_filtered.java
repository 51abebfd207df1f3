//@ class: Asserts
class Asserts {
    static int half(int a) {
        assert a % 2 == 0;
        return a / 2; //~ statement: covered
    }
}
