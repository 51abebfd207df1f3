//@ class: Color
class Color {
    static int code(String name) {
        switch (name) { //~ covered
            case "red":
                return 1;
            case "green":
                return 2;
            default:
                return 0;
        }
    }
}
