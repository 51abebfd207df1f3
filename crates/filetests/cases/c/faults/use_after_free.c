//@ entry: stale
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Freed on one path, read on all.
#include <stdlib.h>
int stale(int a)
{
    int *cell = malloc(sizeof *cell);
    int seen;
    if (!cell)
        return -1;
    *cell = a;
    if (a > 10) //~ C1: T covered, F covered
        free(cell);
    seen = *cell; //~ fault: use-after-free
    if (a <= 10) //~ C1: T covered, F open
        free(cell);
    return seen;
}
