//@ entry: first_difference
#include <stdio.h>

/* Where the files `a` and `b` differ first; -1 where they are the same, -2 or -3 where the first or
   the second cannot be opened. */
long first_difference(const char *a, const char *b)
{
    FILE *left, *right;
    long at = 0;
    int x, y;

    if (a == NULL || b == NULL)                     //~ C1: T covered, F covered; C2: T covered, F covered
        return -4;
    left = fopen(a, "r");
    if (left == NULL)                               //~ C1: T covered, F covered
        return -2;
    right = fopen(b, "r");
    if (right == NULL) {                            //~ C1: T covered, F covered
        fclose(left);
        return -3;
    }
    do {
        x = fgetc(left);
        y = fgetc(right);
        at++;
    } while (x == y && x != EOF);                   //~ C1: T covered, F covered; C2: T covered, F covered
    fclose(left);
    fclose(right);
    return x == y ? -1 : at - 1;                    //~ C1: T covered, F covered
}
