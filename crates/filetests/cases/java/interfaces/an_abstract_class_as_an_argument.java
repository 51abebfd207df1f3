//@ class: Figures
class Figures {
    abstract static class Figure {
        abstract int area();
    }

    static boolean isBig(Figure figure) {
        return figure.area() > 50; //~ covered
    }
}
