// release 11
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

public class Combined {
    static int twice(int n) { return 2 * n; }
    static boolean isOdd(int n) { return n % 2 != 0; }
    static String told(Object o, int n) { return o + "#" + n; }
    static String failing(String s) { if (s.isEmpty()) throw new IllegalStateException("empty"); return s; }
    static String rescued(IllegalStateException e, String s) { return e.getMessage() + "/" + s; }
    static String last(Throwable t, String result, String s) { return t + "|" + result + "|" + s; }
    static String all(Object... parts) { return Arrays.toString(parts); }
    static int sum(int a, int b) { return a + b; }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle twice = lookup.findStatic(Combined.class, "twice", methodType(int.class, int.class));
        MethodHandle isOdd = lookup.findStatic(Combined.class, "isOdd", methodType(boolean.class, int.class));
        MethodHandle told = lookup.findStatic(Combined.class, "told", methodType(String.class, Object.class, int.class));
        MethodHandle sum = lookup.findStatic(Combined.class, "sum", methodType(int.class, int.class, int.class));
        System.out.println(told.bindTo("x").invoke(3));
        System.out.println(MethodHandles.insertArguments(told, 1, 9).invoke("y"));
        System.out.println((String) MethodHandles.filterArguments(told, 1, twice).invokeExact((Object) "z", 4));
        System.out.println((int) MethodHandles.filterReturnValue(twice, twice).invokeExact(5));
        MethodHandle guarded = MethodHandles.guardWithTest(isOdd, twice, MethodHandles.identity(int.class));
        System.out.println((int) guarded.invokeExact(3) + " " + (int) guarded.invokeExact(4));
        System.out.println((String) MethodHandles.dropArguments(told, 0, long.class).invokeExact(1L, (Object) "d", 2));
        System.out.println(MethodHandles.permuteArguments(sum, methodType(int.class, int.class), 0, 0).invoke(21));
        System.out.println(MethodHandles.foldArguments(sum, twice).invoke(10));
        MethodHandle failing = lookup.findStatic(Combined.class, "failing", methodType(String.class, String.class));
        MethodHandle rescued = lookup.findStatic(Combined.class, "rescued", methodType(String.class, IllegalStateException.class, String.class));
        MethodHandle caught = MethodHandles.catchException(failing, IllegalStateException.class, rescued);
        System.out.println(caught.invoke("") + " " + caught.invoke("s"));
        MethodHandle all = lookup.findStatic(Combined.class, "all", methodType(String.class, Object[].class));
        System.out.println(all.isVarargsCollector() + " " + all.invoke(1, "b", 'c', 2.0));
        System.out.println(all.asType(methodType(Object.class, int.class, long.class)).invoke(1, 2L));
        System.out.println(told.asSpreader(Object[].class, 2).invoke(new Object[] {"s", 6}));
        System.out.println(all.asCollector(Object[].class, 3).invoke(1, 2, 3));
        System.out.println(MethodHandles.constant(String.class, "c").invoke());
        MethodHandle element = MethodHandles.arrayElementGetter(int[].class);
        MethodHandle setElement = MethodHandles.arrayElementSetter(String[].class);
        int[] numbers = {4, 5, 6};
        String[] texts = {"a", "b"};
        setElement.invokeExact(texts, 1, "changed");
        System.out.println((int) element.invokeExact(numbers, 2) + texts[1]);
        try {
            System.out.println((int) element.invokeExact(numbers, 3));
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            MethodHandles.throwException(int.class, ArithmeticException.class).invoke(new ArithmeticException("thrown"));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(MethodHandles.exactInvoker(twice.type()).invoke(twice, 8));
        System.out.println(MethodHandles.explicitCastArguments(twice, methodType(byte.class, double.class)).invoke(100.9));
        System.out.println(MethodHandles.zero(long.class).invoke());
        System.out.println(MethodHandles.arrayConstructor(int[].class).type());
        System.out.println(twice.asType(methodType(long.class, Integer.class)).invoke((Integer) 6));
        MethodHandle deep = twice;
        for (int i = 0; i < 6; i++) {
            deep = MethodHandles.filterReturnValue(deep, twice);
        }
        System.out.println((int) deep.invokeExact(1));
    }
}
