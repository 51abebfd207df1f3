//@ class: Base
class Base {
    int value() {
        return 1;
    }

    static class Derived extends Base {
        @Override
        int value() {
            return 2;
        }
    }

    static boolean isDerived(Base base) {
        return base.value() == 2; //~ covered
    }
}
