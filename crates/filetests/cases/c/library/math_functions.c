//@ entry: shape
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `fabs`, `sqrt`, `floor` and their domains.
#include <math.h>
int shape(double a, double b)
{
    if (fabs(a) < 0.0) //~ C1: T open, F covered
        return -1; //~ statement: open
    if (fabs(a - b) < 0.001) //~ C1: T covered, F covered
        return 1;
    if (a >= 0.0 && sqrt(a) > 12.0) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (floor(b) == b) //~ C1: T covered, F covered
        return 3;
    return 0;
}
