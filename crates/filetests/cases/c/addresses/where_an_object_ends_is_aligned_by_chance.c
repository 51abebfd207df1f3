//@ entry: release
//@ budget: 3000 evals
#include <stdint.h>
#include <stdlib.h>

struct descriptor {
    unsigned short size;
};

// The address behind a descriptor is a multiple of 2, and of 8 by chance: no test can rely on that.
int release(const struct descriptor *descriptor, const void *memory)
{
    if ((uintptr_t)memory % 8 != 0)                 //~ C1: T open, F covered
        abort();
    return descriptor->size;
}
