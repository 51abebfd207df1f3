//@ entry: steep
//@ criteria: branch
//@ strategies: paths
//@ budget: 3000 evals
//@ seed: 1
//@ paths: 3 paths: 2 covered, 1 open
// No sine is above 2, but no layer of the solver knows: not found is not refuted.
#include <math.h>
int steep(double x)
{
    double y = sin(x);
    if (y > 2.0) //~ C1: T unknown, F covered
        return 2;
    if (y > 0.5) //~ C1: T covered, F covered
        return 1;
    return 0;
}
