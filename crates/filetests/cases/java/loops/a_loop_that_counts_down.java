//@ class: Down
class Down {
    static int steps(int from) {
        int steps = 0;
        for (int i = from & 15; i > 0; i -= 3) { //~ covered
            steps++;
        }
        return steps;
    }
}
