//@ class: Shapes
class Shapes {
    sealed interface Shape permits Circle, Square {
    }

    record Circle(double radius) implements Shape {
    }

    record Square(double side) implements Shape {
    }

    static String name(Shape shape) {
        if (shape instanceof Circle circle) { //~ covered
            return circle.radius() > 1 ? "big circle" : "circle"; //~ covered
        }
        return "square";
    }
}
