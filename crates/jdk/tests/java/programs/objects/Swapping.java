/** Arguments are values: nothing is swapped but the contents of objects. */
public class Swapping {
    static class Box { int v; Box(int v) { this.v = v; } }
    static void swap(Box a, Box b) { Box t = a; a = b; b = t; a.v += 100; }
    static void swapInside(Box a, Box b) { int t = a.v; a.v = b.v; b.v = t; }
    static void integers(Integer i) { i++; }

    public static void main(String[] args) throws Exception {
        Box a = new Box(1), b = new Box(2);
        swap(a, b);
        System.out.println(a.v + " " + b.v);
        swapInside(a, b);
        Integer i = 5;
        integers(i);
        System.out.println(a.v + " " + b.v + " " + i);
    }
}
