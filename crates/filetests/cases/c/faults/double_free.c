//@ entry: release
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Freed twice when both conditions hold.
#include <stdlib.h>
int release(int a, int b)
{
    char *p = malloc(4);
    if (a > 0) //~ C1: T covered, F covered
        free(p);
    if (b > 0) //~ C1: T covered, F covered
        free(p); //~ fault: double-free
    return 0;
}
