/** Two classes whose initialisers need each other see values that are not there yet. */
public class Circular {
    static class A { static int a = B.b + 1; static int twice = a * 2; }
    static class B { static int b = A.a + 10; static int c = A.twice; }

    public static void main(String[] args) throws Exception {
        System.out.println(A.a + " " + B.b + " " + A.twice + " " + B.c);
    }
}
