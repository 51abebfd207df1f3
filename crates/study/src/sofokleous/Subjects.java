/**
 * The two standard programs of the paper, written anew from what it says of them.
 *
 * <p>triangleClassification: 17 conditions (its tables count in 34ths), the usual sum of equal sides; 0 for no triangle, 1 to 3 for a
 * scalene, an isosceles, an equilateral one. findMaximum: two decisions of one condition (its tables count in 7 edges and 4 outcomes).
 */
final class TriangleClassification {
    private TriangleClassification() {}

    static int triangleClassification(int a, int b, int c) {
        int equalSides = 0;
        if (a <= 0 || b <= 0 || c <= 0) {
            return 0;
        }
        if (a == b) {
            equalSides += 1;
        }
        if (a == c) {
            equalSides += 2;
        }
        if (b == c) {
            equalSides += 3;
        }
        if (equalSides == 0) {
            if (a + b <= c || b + c <= a || a + c <= b) {
                return 0;
            }
            return 1;
        }
        if (equalSides > 3) {
            return 3;
        }
        if (equalSides == 1 && a + b > c) {
            return 2;
        }
        if (equalSides == 2 && a + c > b) {
            return 2;
        }
        if (equalSides == 3 && b + c > a) {
            return 2;
        }
        return 0;
    }
}

/** The greatest of three numbers. */
final class FindMaximum {
    private FindMaximum() {}

    static int findMaximum(int a, int b, int c) {
        int maximum = a;
        if (b > maximum) {
            maximum = b;
        }
        if (c > maximum) {
            maximum = c;
        }
        return maximum;
    }
}
