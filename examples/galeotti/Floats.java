/** Conditions over floating-point numbers: exact values, special values, small polynomials. */
class Floats {
    static int exact(double x) {
        if (x * 3.0 == 4.5) {
            return 1;
        }
        return x != x ? 2 : 0;
    }
    static int line(double x, double y) {
        if (x + y == 10.25 && x - y == 3.75) {
            return 1;
        }
        return 0;
    }
    static int square(float x) {
        if (x > 0 && x * x == 2.25f) {
            return 1;
        }
        return x == Float.POSITIVE_INFINITY ? 2 : 0;
    }
    static int range(double low, double high) {
        if (low < high && high - low < 1e-3 && low > 1e6) {
            return 1;
        }
        return 0;
    }
    static int rounded(double x) {
        if ((int) x == 77 && x != 77.0) {
            return 1;
        }
        return (long) (x * 100) == -12345L ? 2 : 0;
    }
}
