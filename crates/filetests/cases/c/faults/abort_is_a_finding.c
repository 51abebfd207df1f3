//@ entry: strict
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `abort` ends the test as a finding, `exit` ends it in good order.
#include <stdlib.h>
int strict(int a)
{
    if (a == 1) //~ C1: T covered, F covered
        exit(0);
    if (a < 0)
        abort(); //~ fault: abort
    return a;
}
