//@ entry: check_shift
//@ other-faults: allowed
/* Random values hardly ever pass: the distance of the assumption leads the search. */
#include <trine.h>

int check_shift(unsigned a, unsigned b, int shift)
{
    TRINE_ASSUME(a == 2u * b + 77u);
    TRINE_ASSUME(shift >= 0);
    TRINE_ASSUME(shift < 32);
    if (shift > 31)             //~ C1: T open, F covered
        return -1;
    if (b == 300u)               //~ C1: T covered, F covered
        return 0;
    if (a > 1000000u)           //~ C1: T covered, F covered
        return 1;
    return (int)(b >> shift);
}
