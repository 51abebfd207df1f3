//@ entry: beyond
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Infinity is greater than the largest finite double.
#include <float.h>
int beyond(double a)
{
    if (a > DBL_MAX) //~ C1: T covered, F covered
        return 1;
    if (a < -DBL_MAX) //~ C1: T covered, F covered
        return 2;
    return 0;
}
