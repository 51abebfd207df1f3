//@ class: Asserts
class Asserts {
    static int half(int a) {
        assert a % 2 == 0; //~ open
        return a / 2;
    }
}
