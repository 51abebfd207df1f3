//@ class: Printer
class Printer {
    abstract static class Unit {
        abstract int size();

        @Override
        public abstract String toString();
    }

    static String print(Unit unit) {
        if (unit.size() > 3) { //~ covered
            return unit.toString();
        }
        return "small";
    }
}
