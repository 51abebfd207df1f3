//@ entry: resized
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// What realloc is given lies on the heap, also where it finds no room.
#include <stdlib.h>
void *resized(void *old, unsigned long size)
{
    if (old == NULL) //~ C1: T covered, F covered
        return NULL;
    return realloc(old, size ? size : 1); //~ C1: T covered, F covered
}
