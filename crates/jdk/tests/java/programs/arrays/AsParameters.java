/** Arrays are passed by reference; what is assigned to the parameter stays inside. */
public class AsParameters {
    static void change(int[] a) { a[0]++; a = new int[] {99}; a[0]++; }
    static int[] grow(int[] a) { int[] b = new int[a.length * 2]; for (int i = 0; i < b.length; i++) b[i] = a[i % a.length]; return b; }

    public static void main(String[] args) throws Exception {
        int[] a = {1};
        change(a);
        System.out.println(a[0] + " " + grow(grow(a)).length);
        final int[] counter = {0};
        Runnable r = () -> counter[0] += 5;
        r.run(); r.run();
        System.out.println(counter[0]);
        int i = 0;
        int[] b = new int[3];
        b[i++] = i++;
        b[i] = i = 1;
        System.out.println(b[0] + " " + b[1] + " " + b[2] + " " + i);
    }
}
