//@ entry: split
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `modf` and `frexp` are intrinsics to newer compilers.
#include <math.h>
int split(double x)
{
    double whole;
    int exponent;
    double fraction = modf(x, &whole);
    __builtin_frexp(x, &exponent);
    if (fraction == 0.25) //~ C1: T covered, F covered
        return (int)whole;
    if (exponent > 5) //~ C1: T covered, F covered
        return exponent;
    return -1;
}
