//@ class: Local
class Local {
    static int twice(int a) {
        class Doubler {
            int apply(int value) {
                return value > 100 ? 0 : 2 * value; //~ covered
            }
        }
        return new Doubler().apply(a);
    }
}
