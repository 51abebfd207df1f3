//@ entry: strict
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `exit` and a call of `abort` are endings that a test can check; neither is a fault.
#include <stdlib.h>
int strict(int a)
{
    if (a == 1) //~ C1: T covered, F covered
        exit(0);
    if (a < 0) //~ C1: T covered, F covered
        abort();
    return a;
}
