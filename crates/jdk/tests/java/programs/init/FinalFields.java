/** Constants are folded where they are used, also before the object is complete. */
public class FinalFields {
    static class Shape {
        Shape() { describe(); }
        void describe() { System.out.println("shape"); }
    }
    static class Square extends Shape {
        final int side = 4; final String name = "square"; final int computed = Integer.parseInt("9"); final Integer boxed = 4;
        @Override void describe() { System.out.println(side + " " + name + " " + computed + " " + boxed); }
    }

    public static void main(String[] args) throws Exception {
        Square s = new Square();
        s.describe();
    }
}
