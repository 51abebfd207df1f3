/** Operands are evaluated from left to right, before the operation. */
public class EvaluationOrder {
    static int trace(int x) { System.out.print((x + " ")); return x; }
    static int[] array(int[] a) { System.out.print(("array ")); return a; }

    public static void main(String[] args) throws Exception {
        int[] a = {10, 20, 30};
        int i = 0;
        i = i++ + ++i;
        System.out.println(i);
        int j = 1;
        a[j] = j = 2;
        System.out.println(a[0] + " " + a[1] + " " + a[2] + " " + j);
        System.out.println(trace(1) + trace(2) * trace(3));
        try {
            array(null)[trace(1)] = trace(2) / trace(0);
        } catch (ArithmeticException e) {
            System.out.println("division first");
        }
        try {
            array(a)[trace(7)] = trace(8);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        int k = 5;
        k += k++ * 2 + k;
        System.out.println(k);
    }
}
