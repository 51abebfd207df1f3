//@ entry: absolute
//@ criteria: branch, mcdc
//@ strategies: dse

#include <stdlib.h>

/* The absolute value of the smallest byte does not fit into a byte. */
int absolute(signed char x)
{
    int wide = abs(x);
    signed char narrow = (signed char)wide;
    if (wide < 0) //~ C1: T infeasible, F covered
        return 1;
    if (narrow < 0 && x != -128) //~ C1: T covered, F covered; C2: T infeasible, F covered; mcdc 0/2, rest infeasible
        return 2;
    return 0;
}
