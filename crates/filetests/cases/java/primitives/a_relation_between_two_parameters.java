//@ class: Pair
class Pair {
    static int compare(int a, int b) {
        if (a == b) { //~ covered
            return 0;
        }
        return a < b ? -1 : 1; //~ covered
    }
}
