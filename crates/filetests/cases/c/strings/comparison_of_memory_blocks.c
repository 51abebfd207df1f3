//@ entry: magic
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `memcmp` with a signature at the head of a block.
#include <string.h>
int magic(const unsigned char head[4])
{
    if (!head) //~ C1: T covered, F covered
        return -1;
    if (memcmp(head, "\x7f" "ELF", 4) == 0) //~ C1: T covered, F covered
        return 1;
    return 0;
}
