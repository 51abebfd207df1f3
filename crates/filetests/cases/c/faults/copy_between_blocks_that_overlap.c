//@ entry: shift_up, shift_checked, assign
//@ criteria: branch
//@ budget: 4000 evals
//@ seed: 1
// `memcpy` may not write over what it reads, as `memmove` may; a structure may be assigned to itself.
#include <string.h>
struct pair {
    int a[4];
};
int shift_up(unsigned char n)
{
    char row[32] = "abcdefghijklmnopqrstuvwxyz";
    if (n > 20) //~ C1: T covered, F covered
        return -1;
    memcpy(row + 4, row, n); //~ fault: library-misuse
    return row[4];
}
int shift_checked(unsigned char n)
{
    char row[32] = "abcdefghijklmnopqrstuvwxyz";
    if (n > 20) //~ C1: T covered, F covered
        return -1;
    if (n > 4) //~ C1: T covered, F covered
        memmove(row + 4, row, n);
    else
        memcpy(row + 4, row, n);
    return row[5];
}
int assign(unsigned char to)
{
    struct pair pairs[2] = { { { 1, 2, 3, 4 } }, { { 5, 6, 7, 8 } } };
    if (to > 1) //~ C1: T covered, F covered
        return -1;
    pairs[to] = pairs[0];
    return pairs[1].a[0];
}
