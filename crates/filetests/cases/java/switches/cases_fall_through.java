//@ class: Falls
class Falls {
    static int steps(int from) {
        int steps = 0;
        switch (from) { //~ covered
            case 3:
                steps++;
                // falls through
            case 2:
                steps++;
                // falls through
            case 1:
                steps++;
                break;
            default:
                steps = -1;
        }
        return steps;
    }
}
