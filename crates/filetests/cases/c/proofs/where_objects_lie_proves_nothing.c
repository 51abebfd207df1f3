// Alignment, order and identity of objects differ from build to build: that all runs of one machine go one way is no proof.
//
//@ entry: aligned, ordered, one_constant, on_a_frame, hashed
//@ strategies: dse, paths
//@ budget: 1500 evals
//@ other-faults: allowed

#include <stdint.h>

static char first[5], second[7];

int aligned(unsigned char x)
{
    if (((uintptr_t)&first[1] & 0xff0) == 0x120) //~ C1: T unknown, F covered
        return x;
    return 0;
}

int ordered(unsigned char x)
{
    if (&first[0] < &second[0]) //~ C1: T unknown, F unknown
        return x;
    return 0;
}

static const int one[2] = {1, 2}, same[2] = {1, 2};

int one_constant(unsigned char x)
{
    const int *a = one, *b = same;
    if (a == b) //~ C1: T open, F covered
        return x;
    return 0;
}

int on_a_frame(unsigned char x)
{
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    if (frame == 4096) //~ C1: T unknown, F covered
        return x;
    return 0;
}

int hashed(unsigned char x)
{
    union {
        const char *pointer;
        unsigned char bytes[8];
    } key;
    key.pointer = first;
    if (key.bytes[1] == 0x5a) //~ C1: T unknown, F unknown
        return x;
    return 0;
}
