//@ entry: checked
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The assertion does not hold for every input.
#include <assert.h>
int checked(int a)
{
    assert(a != 7); //~ fault: assertion-failed
    if (a > 7) //~ C1: T covered, F covered
        return 1;
    return 0;
}
