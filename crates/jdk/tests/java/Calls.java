import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Calls each static method of a class on edge values and prints name, type, bits of arguments, bits of the result. */
public class Calls {
    static final int[] INTS = {0, 1, -1, 2, 5, 7, 31, 32, 33, 100000, -1000, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x12345678};
    static final long[] LONGS = {0, 1, -1, 3, 64, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789abcdefL, -17};
    static final double[] DOUBLES = {0.0, -0.0, 1.5, -2.25, 1e10, -1e300, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 2147483648.5, 9.3e18};
    static final float[] FLOATS = {0f, -0f, 1.5f, -2.25f, 1e10f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, 3.3e38f};

    static Object[] values(Class<?> type) {
        Object[] found;
        if (type == int.class) { found = new Object[INTS.length]; for (int i = 0; i < found.length; i++) found[i] = INTS[i]; }
        else if (type == long.class) { found = new Object[LONGS.length]; for (int i = 0; i < found.length; i++) found[i] = LONGS[i]; }
        else if (type == double.class) { found = new Object[DOUBLES.length]; for (int i = 0; i < found.length; i++) found[i] = DOUBLES[i]; }
        else if (type == float.class) { found = new Object[FLOATS.length]; for (int i = 0; i < found.length; i++) found[i] = FLOATS[i]; }
        else throw new IllegalArgumentException(type.toString());
        return found;
    }

    static long bits(Object value) {
        if (value instanceof Integer) return ((Integer) value) & 0xffffffffL;
        if (value instanceof Long) return (Long) value;
        if (value instanceof Double) return Double.doubleToLongBits((Double) value);
        if (value instanceof Float) return Float.floatToIntBits((Float) value) & 0xffffffffL;
        return ((Boolean) value) ? 1 : 0;
    }

    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName(args[0]);
        for (Method method : type.getDeclaredMethods()) {
            if (!Modifier.isStatic(method.getModifiers()) || method.isSynthetic()) continue;
            method.setAccessible(true);
            Class<?>[] kinds = method.getParameterTypes();
            StringBuilder descriptor = new StringBuilder("(");
            for (Class<?> kind : kinds) descriptor.append(kind.descriptorString());
            descriptor.append(')').append(method.getReturnType().descriptorString());
            int combinations = 1;
            for (Class<?> kind : kinds) combinations *= values(kind).length;
            for (int number = 0; number < combinations; number++) {
                Object[] arguments = new Object[kinds.length];
                int rest = number;
                StringBuilder line = new StringBuilder(method.getName()).append(' ').append(descriptor);
                for (int i = 0; i < kinds.length; i++) {
                    Object[] choices = values(kinds[i]);
                    arguments[i] = choices[rest % choices.length];
                    rest /= choices.length;
                    line.append(' ').append(Long.toUnsignedString(bits(arguments[i])));
                }
                line.append(" = ").append(Long.toUnsignedString(bits(method.invoke(null, arguments))));
                System.out.println(line);
            }
        }
    }
}
