//@ entry: shrink
//@ budget: 3000 evals
#include <stdlib.h>

// Whether realloc to no bytes gives null is the library's choice, and since C23 undefined: clang -O1 takes it for a block.
int shrink(unsigned length)
{
    char *block = malloc(16);

    if (!block)                                     //~ C1: T covered, F covered
        return -1;
    block = realloc(block, length & 31);
    if ((length & 31) == 0 && !block)               //~ C1: T open, F covered; C2: T open, F open
        return 1;
    free(block);
    return 0;
}
