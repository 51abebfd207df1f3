/** Linear conditions over integers that no constant of the code satisfies by itself. */
class Linear {
    static int sum(int a, int b) {
        if (a + b == 4711) {
            return a - b == 1033 ? 2 : 1;
        }
        return 0;
    }
    static int line(int x, int y, int z) {
        if (3 * x + 5 * y - 7 * z == 12345) {
            if (x - y + z == 678) {
                return 2;
            }
            return 1;
        }
        return 0;
    }
    static int chain(int a, int b, int c, int d) {
        if (a < b && b < c && c < d) {
            if (d - a == 3) {
                return a + d == 2001 ? 3 : 2;
            }
            return 1;
        }
        return 0;
    }
    static int system(int x, int y) {
        if (2 * x + 3 * y == 1009 && 5 * x - y == 997) {
            return 1;
        }
        return 0;
    }
    static int window(long at, long from, long length) {
        if (length > 1_000_000L && at == from + length) {
            return from == 3 * length - 17 ? 2 : 1;
        }
        return 0;
    }
    static int mixed(short small, char letter, byte tiny) {
        if (small + letter == 20_000) {
            if (letter - tiny * 100 == 6_200) {
                return 2;
            }
            return 1;
        }
        return 0;
    }
}
