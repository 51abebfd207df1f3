//@ entry: wrong_free
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `free` of memory that `malloc` never gave.
#include <stdlib.h>
int wrong_free(int a)
{
    int cell = 1;
    int *p = &cell;
    if (a != 3) //~ C1: T covered, F covered
        p = malloc(sizeof *p);
    free(p); //~ fault: invalid-free
    return 0;
}
