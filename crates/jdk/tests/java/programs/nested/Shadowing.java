/** Names that hide each other, and how they are reached. */
public class Shadowing {
    static int x = 1;
    int y = 2;
    int run(int x) { int y = 20; class L { int x = 300; int sum(int y) { return x + this.x + y + Shadowing.this.y + Shadowing.x; } } return new L().sum(y) + x; }

    public static void main(String[] args) throws Exception {
        System.out.println(new Shadowing().run(5));
        { int x = 7; System.out.println(x + Shadowing.x); }
        for (int x = 0; x < 1; x++) System.out.println(x);
        System.out.println(x);
    }
}
