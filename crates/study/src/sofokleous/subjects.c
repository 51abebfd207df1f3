/* The two standard programs of the paper, written anew from what it says of them.
 *
 * TriangleClassification: 17 conditions (its tables count in 34ths), the usual sum of equal sides.
 * FindMaximum: two decisions of one condition (its tables count in 7 edges and 4 outcomes). */

enum kind { NO_TRIANGLE, SCALENE, ISOSCELES, EQUILATERAL };

enum kind triangle_classification(int a, int b, int c)
{
    int equal_sides = 0;
    if (a <= 0 || b <= 0 || c <= 0)
        return NO_TRIANGLE;
    if (a == b)
        equal_sides += 1;
    if (a == c)
        equal_sides += 2;
    if (b == c)
        equal_sides += 3;
    if (equal_sides == 0) {
        if (a + b <= c || b + c <= a || a + c <= b)
            return NO_TRIANGLE;
        return SCALENE;
    }
    if (equal_sides > 3)
        return EQUILATERAL;
    if (equal_sides == 1 && a + b > c)
        return ISOSCELES;
    if (equal_sides == 2 && a + c > b)
        return ISOSCELES;
    if (equal_sides == 3 && b + c > a)
        return ISOSCELES;
    return NO_TRIANGLE;
}

int find_maximum(int a, int b, int c)
{
    int maximum = a;
    if (b > maximum)
        maximum = b;
    if (c > maximum)
        maximum = c;
    return maximum;
}
