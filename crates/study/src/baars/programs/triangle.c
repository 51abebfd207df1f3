/*
 * The triangle program that counts equal sides: a flag problem, since no distance leads through the count.
 * 14 conditions, 28 branches.
 */
int triangle(int a, int b, int c)
{
    int equal = 0;

    if (a == b)
        equal = equal + 1;
    if (a == c)
        equal = equal + 2;
    if (b == c)
        equal = equal + 3;
    if (equal == 0) {
        if (a + b <= c || b + c <= a || a + c <= b)
            return 4;
        return 1;
    }
    if (equal > 3)
        return 3;
    if (equal == 1 && a + b > c)
        return 2;
    if (equal == 2 && a + c > b)
        return 2;
    if (equal == 3 && b + c > a)
        return 2;
    return 4;
}
