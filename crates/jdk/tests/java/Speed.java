import java.util.Arrays;
import java.util.HashMap;

/** Small programs whose speed is compared; each prints a sum that must be the same everywhere. */
public class Speed {
    interface Shape {
        int area();
    }

    static final class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            return side * side;
        }
    }

    static final class Strip implements Shape {
        final int length;

        Strip(int length) {
            this.length = length;
        }

        @Override
        public int area() {
            return length;
        }
    }

    public static void main(String[] args) {
        System.out.println(run(args[0]));
    }

    static long run(String what) {
        switch (what) {
            case "int-loops": return loops(20_000_000);
            case "array-sort": return sort(200_000);
            case "string-building": return strings(100_000);
            case "hash-map": return map(100_000);
            case "interface-calls": return calls(3_000_000);
            case "allocation": return allocation(1_000_000);
            case "recursion": return fib(27);
            case "exceptions": return exceptions(100_000);
            default: return 0;
        }
    }

    static long loops(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum = sum * 31 + (i ^ sum >>> 3);
        }
        return sum;
    }

    static long sort(int count) {
        int[] numbers = new int[count];
        int seed = 1;
        for (int i = 0; i < count; i++) {
            seed = seed * 1_103_515_245 + 12_345;
            numbers[i] = seed;
        }
        Arrays.sort(numbers);
        return numbers[count / 2];
    }

    static long strings(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("item ").append(i).append(',');
        }
        return text.toString().hashCode();
    }

    static long map(int count) {
        HashMap<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < count; i++) {
            map.put(i * 7, i);
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += map.get(i * 7);
        }
        return sum;
    }

    static long calls(int count) {
        Shape[] shapes = {new Square(3), new Strip(5), new Square(2)};
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += shapes[i % 3].area();
        }
        return sum;
    }

    static long allocation(int count) {
        Square last = null;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            last = new Square(i & 7);
            sum += last.side;
        }
        return sum;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long exceptions(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            try {
                throw new IllegalStateException();
            } catch (IllegalStateException e) {
                sum += i;
            }
        }
        return sum;
    }
}
