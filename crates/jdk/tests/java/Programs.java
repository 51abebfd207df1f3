/** Static methods over numbers, each about something of its own; run by java and by the machine. */
class Programs {
    static int addsAndWraps(int a, int b) { return a + b * 31 - (a ^ b); }
    static int divides(int a, int b) { return b == 0 ? 7 : a / b; }
    static int leavesARemainder(int a, int b) { return b == 0 ? 7 : a % b; }
    static long dividesLongs(long a, long b) { return b == 0 ? 7 : a / b + a % b; }
    static int shifts(int a, int b) { return (a << b) ^ (a >> b) ^ (a >>> b); }
    static long shiftsLongs(long a, int b) { return (a << b) ^ (a >> b) ^ (a >>> b); }
    static int narrows(int a) { return (byte) a + (char) a * 3 + (short) a * 7; }
    static int fromDouble(double x) { return (int) x; }
    static long longFromDouble(double x) { return (long) x; }
    static int fromFloat(float x) { return (int) x; }
    static long longFromFloat(float x) { return (long) x; }
    static float toFloat(long a) { return (float) a; }
    static double toDouble(long a) { return (double) a; }
    static float narrowsDouble(double x) { return (float) x; }
    static double calculates(double x, double y) { return x * y - x / (y + 1) + x % y; }
    static float calculatesFloats(float x, float y) { return x * y - x / (y + 1) + x % y; }
    static int comparesDoubles(double x, double y) {
        int bits = 0;
        if (x < y) bits |= 1;
        if (x <= y) bits |= 2;
        if (x > y) bits |= 4;
        if (x >= y) bits |= 8;
        if (x == y) bits |= 16;
        if (x != y) bits |= 32;
        if (!(x < y)) bits |= 64;
        return bits;
    }
    static int comparesFloats(float x, float y) {
        boolean less = x < y;
        boolean atMost = x <= y;
        return (less ? 1 : 0) + (atMost ? 2 : 0) + (x > y ? 4 : 0) + (x >= y ? 8 : 0);
    }
    static int comparesLongs(long a, long b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : 5; }
    static boolean decides(int a, int b) { return a > 0 && (b > 0 || a == b) || !(a < -5); }
    static int switchesDensely(int a) {
        switch (a & 7) {
            case 0: return 10;
            case 1: return 11;
            case 2:
            case 3: return 12;
            case 6: return 16;
            default: return -1;
        }
    }
    static int switchesSparsely(int a) {
        int n = 0;
        switch (a) {
            case -1000: n += 1;
            case 5: n += 2; break;
            case Integer.MAX_VALUE: n += 4; break;
            case 100000: n += 8;
            default: n += 16;
        }
        return n;
    }
    static int fibonacci(int a) {
        int n = a & 15;
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }
    static int sumsAnArray(int a, int b) {
        int[] numbers = new int[(a & 15) + 1];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * b;
        }
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }
    static int keepsSmallElements(int a) {
        byte[] bytes = new byte[3];
        short[] shorts = new short[3];
        char[] chars = new char[3];
        boolean[] flags = new boolean[3];
        bytes[1] = (byte) a;
        shorts[1] = (short) a;
        chars[1] = (char) a;
        flags[1] = a > 0;
        return bytes[1] + shorts[1] * 3 + chars[1] * 5 + (flags[1] ? 1000 : 0);
    }
    static long arraysOfArrays(int a) {
        long[][] rows = new long[4][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new long[i + 1];
            rows[i][i] = (long) a << i;
        }
        return rows[0][0] + rows[3][3] * rows[2][2] - rows[1].length;
    }
    static int sorts(int a, int b) {
        int[] numbers = {b, a, a ^ b, 3, -a, 17, b - a};
        for (int i = 1; i < numbers.length; i++) {
            int number = numbers[i];
            int j = i - 1;
            while (j >= 0 && numbers[j] > number) {
                numbers[j + 1] = numbers[j--];
            }
            numbers[j + 1] = number;
        }
        int digest = 0;
        for (int number : numbers) {
            digest = digest * 31 + number;
        }
        return digest;
    }
    static int copiesArrays(int a) {
        int[] numbers = {1, 2, 3, 4, a, 6};
        System.arraycopy(numbers, 2, numbers, 1, 4);
        return numbers[1] * 1000 + numbers[3] * 10 + numbers[5];
    }
    static int dupsAndSwaps(int a) {
        int[] box = {a, 0};
        int i = 0;
        box[i++] += box[i] = a * 2;
        long[] wide = {a};
        wide[0]++;
        long last = wide[0]++ + ++wide[0];
        return box[0] - box[1] + (int) last + i;
    }

    interface Shape {
        int area();
        default int twice() { return 2 * area(); }
        static int unit() { return 1; }
        static int super2(Shape shape) { return 3 * shape.area(); }
    }
    static abstract class Named implements Shape {
        final int id;
        static int made;
        Named(int id) { this.id = id; made++; }
        int name() { return id * 100 + area(); }
        public int hashCode() { return id; }
    }
    static class Square extends Named {
        private final int side;
        Square(int id, int side) { super(id); this.side = side; }
        public int area() { return side * side; }
    }
    static class Cube extends Square {
        Cube(int id, int side) { super(id, side); }
        public int area() { return 6 * super.area(); }
        public int twice() { return Shape.super2(this) + 1; }
        int name() { return super.name() + 5; }
    }
    static class Point { byte x; short y; long z; double w; Point next; boolean seen; }

    static int dispatches(int a, int b) {
        Named[] shapes = {new Square(1, a & 31), new Cube(2, b & 31), new Square(3, 4)};
        int sum = 0;
        for (Named shape : shapes) {
            sum = sum * 7 + shape.name() + shape.hashCode();
        }
        for (Shape shape : shapes) {
            sum = sum * 3 + shape.area() + shape.twice() + Shape.unit();
        }
        return sum;
    }
    static int testsTypes(int a) {
        Object thing = (a & 3) == 0 ? new Square(1, a) : (a & 3) == 1 ? new Cube(1, a) : (a & 3) == 2 ? new int[a & 7] : null;
        int bits = 0;
        if (thing instanceof Square) bits |= 1;
        if (thing instanceof Cube) bits |= 2;
        if (thing instanceof Shape) bits |= 4;
        if (thing instanceof int[]) bits |= 8;
        if (thing == null) bits |= 16;
        if (thing instanceof Named) bits |= ((Named) thing).id << 8;
        return bits;
    }
    static double linksObjects(int a, double x) {
        Point first = null;
        for (int i = 0; i < (a & 7); i++) {
            Point point = new Point();
            point.x = (byte) (a + i);
            point.y = (short) (a * i);
            point.z = (long) a * i;
            point.w = x * i;
            point.seen = i % 2 == 0;
            point.next = first;
            first = point;
        }
        double sum = 0;
        for (Point point = first; point != null; point = point.next) {
            sum = sum * 2 + point.x + point.y + point.z + point.w + (point.seen ? 0.5 : 0);
        }
        return sum;
    }
    static int total;
    static long calls;
    static int countsInStatics(int a) {
        for (int i = 0; i <= (a & 3); i++) {
            total += i + a;
            calls++;
        }
        int result = total * 3 + (int) calls;
        total = 0;
        calls = 0;
        return result;
    }
    static int guardsWithoutThrowing(int a) {
        int n = a;
        try {
            n = n * 3;
            n ^= 5;
        } finally {
            n += 1;
        }
        synchronized (new int[1]) {
            n -= 2;
        }
        return n;
    }
    static int usesTheLibrary(int a, int b) {
        java.util.OptionalInt some = a > b ? java.util.OptionalInt.of(a) : java.util.OptionalInt.empty();
        return some.orElse(b) * 3 + (some.isPresent() ? 1 : 0);
    }
    static int breaksOutOfLoops(int a, int b) {
        int steps = 0;
        outer:
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                steps++;
                if (i * j == (a & 31)) continue outer;
                if (i + j == (b & 15) + 3) break outer;
            }
        }
        return steps;
    }
    static int loopsWithMixedKinds(int a) {
        int n = a & 15;
        double x = 1;
        long y = 1;
        do {
            x = x * 1.5 + y;
            y += (long) x;
            n--;
        } while (n > 0);
        return (int) (y ^ (long) x);
    }
}
