// release 11
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.List;

public class Exact {
    int count = 3;
    static String text = "t";
    final long[] numbers = {1, 2, 3};

    int add(int a, long b) { return (int) (a + b + count); }
    static String join(String a, Object b, boolean c, char d, byte e, short f, float g, double h) {
        return a + b + c + d + e + f + g + h;
    }
    private int hidden() { return 42; }
    static void nothing() { text += "!"; }
    Exact() { }
    Exact(int count) { this.count = count; }
    @Override public String toString() { return "Exact" + count; }
    static class Sub extends Exact {
        @Override int add(int a, long b) { return -1; }
        static MethodHandle above() throws Exception {
            return MethodHandles.lookup().findSpecial(Exact.class, "add", MethodType.methodType(int.class, int.class, long.class), Sub.class);
        }
    }
    interface Named { default String name() { return "named " + this; } }
    static class One implements Named { @Override public String toString() { return "one"; } }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle add = lookup.findVirtual(Exact.class, "add", MethodType.methodType(int.class, int.class, long.class));
        System.out.println(add + " " + add.type());
        System.out.println((int) add.invokeExact(new Exact(), 1, 2L));
        System.out.println((int) add.invokeExact((Exact) new Sub(), 1, 2L));
        System.out.println((int) Sub.above().invokeExact(new Sub(), 1, 2L));
        MethodHandle join = lookup.findStatic(Exact.class, "join", MethodType.methodType(String.class, String.class, Object.class,
            boolean.class, char.class, byte.class, short.class, float.class, double.class));
        System.out.println((String) join.invokeExact("a", (Object) 1, true, 'c', (byte) -1, (short) -2, 1.5f, 2.5));
        System.out.println(join.invoke("a", 7, true, 'd', (byte) -1, (byte) -2, 1, 2));
        System.out.println((int) lookup.findVirtual(Exact.class, "hidden", MethodType.methodType(int.class)).invokeExact(new Exact()));
        MethodHandle nothing = lookup.findStatic(Exact.class, "nothing", MethodType.methodType(void.class));
        nothing.invokeExact();
        System.out.println(nothing.invoke() + text);
        MethodHandle make = lookup.findConstructor(Exact.class, MethodType.methodType(void.class, int.class));
        System.out.println((Exact) make.invokeExact(8));
        System.out.println(make.invoke((byte) 9));
        MethodHandle get = lookup.findGetter(Exact.class, "count", int.class);
        MethodHandle set = lookup.findSetter(Exact.class, "count", int.class);
        Exact one = new Exact(1);
        set.invokeExact(one, 5);
        System.out.println((int) get.invokeExact(one) + " " + get.invoke(one));
        MethodHandle staticGet = lookup.findStaticGetter(Exact.class, "text", String.class);
        MethodHandle staticSet = lookup.findStaticSetter(Exact.class, "text", String.class);
        staticSet.invokeExact("new");
        System.out.println((String) staticGet.invokeExact());
        System.out.println(lookup.findVirtual(Named.class, "name", MethodType.methodType(String.class)).invoke(new One()));
        System.out.println(lookup.findVirtual(List.class, "size", MethodType.methodType(int.class)).invoke(new ArrayList<>(List.of(1, 2))));
        System.out.println(lookup.findVirtual(Object.class, "toString", MethodType.methodType(String.class)).invoke(one));
        System.out.println(lookup.findVirtual(Named.class, "hashCode", MethodType.methodType(int.class)).type());
        System.out.println(lookup.unreflect(String.class.getMethod("length")).invoke("four"));
        System.out.println(lookup.bind("text", "charAt", MethodType.methodType(char.class, int.class)).invoke(2));
        System.out.println(lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)).invokeWithArguments("a", "b"));
        try {
            add.invokeExact(one, 1, 2);
        } catch (WrongMethodTypeException e) {
            System.out.println("wrong type");
        }
        try {
            Object o = add.invoke(one, "x", 2L);
        } catch (ClassCastException | WrongMethodTypeException e) {
            System.out.println(e.getClass());
        }
        try {
            MethodHandle none = null;
            none.invokeExact();
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        try {
            int n = (int) add.invokeExact((Exact) null, 1, 2L);
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
        for (int what = 0; what < 4; what++) {
            try {
                switch (what) {
                    case 0: lookup.findVirtual(Exact.class, "none", MethodType.methodType(void.class)); break;
                    case 1: lookup.findStatic(Exact.class, "add", MethodType.methodType(int.class, int.class, long.class)); break;
                    case 2: MethodHandles.publicLookup().findVirtual(Exact.class, "hidden", MethodType.methodType(int.class)); break;
                    default: lookup.findGetter(Exact.class, "nope", int.class);
                }
                System.out.println("found");
            } catch (ReflectiveOperationException e) {
                System.out.println(e.getClass());
            }
        }
        try {
            lookup.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class)).invoke("x1");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
