// release 11
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

public class Variables {
    volatile int number = 1;
    long wide = 5;
    String text = "a";
    static double ratio = 0.5;
    final int fixed = 4;
    byte small = 3;
    boolean flag;

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Variables v = new Variables();
        VarHandle number = lookup.findVarHandle(Variables.class, "number", int.class);
        System.out.println(number.compareAndSet(v, 1, 2) + " " + (int) number.getVolatile(v));
        System.out.println((int) number.getAndAdd(v, 10) + " " + v.number);
        System.out.println((int) number.getAndBitwiseOr(v, 3) + " " + v.number);
        System.out.println((int) number.compareAndExchange(v, 15, 99) + " " + v.number);
        // Arguments that have to be converted first.
        System.out.println((long) number.getAndAdd(v, (byte) 1) + " " + v.number);
        Object boxed = number.get(v);
        System.out.println(boxed + " " + boxed.getClass());
        number.set(v, (Integer) 7);
        System.out.println((Integer) number.getAcquire((Object) v));
        VarHandle wide = lookup.findVarHandle(Variables.class, "wide", long.class);
        wide.set(v, 3);
        System.out.println((long) wide.getAndSet(v, 'c') + " " + v.wide);
        VarHandle text = lookup.findVarHandle(Variables.class, "text", String.class);
        System.out.println(text.compareAndSet(v, "a", "b") + v.text);
        try {
            text.set(v, (Object) 5);
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
        VarHandle ratio = lookup.findStaticVarHandle(Variables.class, "ratio", double.class);
        System.out.println((double) ratio.getAndSet(2.5) + " " + ratio.get());
        VarHandle fixed = lookup.findVarHandle(Variables.class, "fixed", int.class);
        try {
            fixed.set(v, 5);
        } catch (UnsupportedOperationException e) {
            System.out.println("fixed " + (int) fixed.get(v) + fixed.isAccessModeSupported(VarHandle.AccessMode.SET));
        }
        VarHandle small = lookup.findVarHandle(Variables.class, "small", byte.class);
        System.out.println(small.compareAndSet(v, (byte) 3, (byte) -4) + " " + (byte) small.getAndAdd(v, (byte) 1) + v.small);
        VarHandle flag = lookup.findVarHandle(Variables.class, "flag", boolean.class);
        System.out.println((boolean) flag.getAndBitwiseOr(v, true) + " " + v.flag);
        VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class);
        int[] array = {1, 2, 3};
        System.out.println((int) elements.getAndAdd(array, 1, 40) + " " + array[1]);
        try {
            elements.set(array, 3, 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        byte[] bytes = new byte[8];
        view.set(bytes, 1, 0x01020304);
        System.out.println(bytes[1] + " " + bytes[4] + " " + (int) view.get(bytes, 0));
        VarHandle buffers = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        ByteBuffer buffer = ByteBuffer.allocate(16);
        buffers.set(buffer, 8, 258L);
        System.out.println(buffer.get(8) + " " + buffer.get(9) + " " + (long) buffers.get(buffer, 8));
        System.out.println(number.toMethodHandle(VarHandle.AccessMode.GET).invoke(v));
        System.out.println(MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET_AND_SET, number.accessModeType(VarHandle.AccessMode.GET_AND_SET)).invoke(number, v, 70));
        try {
            int wrong = (int) number.get("no");
        } catch (ClassCastException | java.lang.invoke.WrongMethodTypeException e) {
            System.out.println(e.getClass());
        }
    }
}
