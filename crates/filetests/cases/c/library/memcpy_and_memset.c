//@ entry: patch
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Blocks copied and filled.
#include <string.h>
int patch(const unsigned char block[8])
{
    unsigned char copy[8];
    if (!block) //~ C1: T covered, F covered
        return -1;
    memset(copy, 0xaa, sizeof copy);
    memcpy(copy + 2, block, 4);
    if (copy[0] != 0xaa) //~ C1: T open, F covered
        return -2; //~ statement: open
    if (copy[3] == 0x42) //~ C1: T covered, F covered
        return 1;
    return 0;
}
