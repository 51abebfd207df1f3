//@ entry: set_real
//@ strategies: dse
#include <math.h>

/* Infinity is told by a value that is selected, not by a branch. */
int set_real(double value)
{
    if (isnan(value) || isinf(value))   //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (value > 1e300)                  //~ C1: T covered, F covered
        return 2;
    return 0;
}
