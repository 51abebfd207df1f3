//@ entry: decode, write_all
// An assertion about an argument, or about one step from it, states what callers guarantee.
#include <assert.h>

int decode(unsigned char bits)
{
    assert((bits & ~0x1F) == 0);                        //~ fault: assertion-failed, class precondition
    return bits == 27 ? 2 : 1;                          //~ C1: T covered, F covered
}

int write_all(unsigned size, unsigned count)
{
    assert(size >= count + 1);                          //~ fault: assertion-failed, class precondition
    return (int)(size - count);
}
