//@ entry: refuse
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The parent sees the low eight bits of a status.
#include <stdlib.h>
int refuse(int a)
{
    if (a > 5) //~ C1: T covered, F covered
        exit(-1);
    return a;
}
