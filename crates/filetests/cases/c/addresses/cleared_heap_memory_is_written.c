//@ entry: grown
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// What calloc returns holds zeros.
#include <stdlib.h>
int grown(int value)
{
    int *cells = calloc(2, sizeof *cells);
    if (!cells) //~ C1: T covered, F covered
        return -1;
    cells[0] = value;
    int result = cells[1] ? 1 : 2; //~ C1: T open, F covered
    free(cells);
    return result;
}
