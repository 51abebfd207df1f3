//@ entry: resized
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// realloc looks at the old pointer before it looks for room.
#include <stdlib.h>
void *resized(void *old, unsigned long size)
{
    if (old == NULL) //~ C1: T covered, F covered
        return NULL;
    return realloc(old, size ? size : 1); //~ fault: invalid-free; C1: T covered, F covered
}
