import java.lang.ref.*;

/** Many short-lived objects, and weak maps that may keep them. */
public class GarbageAndReferences {
    public static void main(String[] args) throws Exception {
        long sum = 0;
        for (int i = 0; i < 50000; i++) { int[] a = new int[8]; a[i % 8] = i; StringBuilder b = new StringBuilder().append(i); sum += a[i % 8] + b.length(); }
        Object strong = new Object();
        WeakReference<Object> w = new WeakReference<>(strong);
        SoftReference<String> s = new SoftReference<>("soft");
        System.out.println(sum + " " + (w.get() == strong) + " " + s.get());
        w.clear();
        System.out.println(w.get());
    }
}
