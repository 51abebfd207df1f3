//@ class: Defaults
class Defaults {
    interface Price {
        int cents();

        default boolean isFree() {
            return cents() == 0; //~ covered
        }
    }

    static boolean isFree(Price price) {
        return price.isFree();
    }
}
