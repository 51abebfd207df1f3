//@ class: Yields
class Yields {
    static String size(int a) {
        return switch (a) { //~ covered
            case 0 -> "none";
            case 1 -> "one";
            default -> {
                if (a < 0) { //~ covered
                    yield "debt";
                }
                yield "many";
            }
        };
    }
}
