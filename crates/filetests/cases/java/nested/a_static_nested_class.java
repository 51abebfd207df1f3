//@ class: Outer
class Outer {
    static class Counter {
        private int count;

        void increment() {
            count++;
        }

        boolean isOdd() {
            return count % 2 == 1; //~ covered
        }
    }

    static boolean isOdd(Counter counter) {
        return counter.isOdd();
    }
}
