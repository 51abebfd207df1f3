//@ entry: wide
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Values beyond 32 bits.
#include <stdint.h>
int wide(int64_t a, uint64_t b)
{
    if (a > 0x100000000LL) //~ C1: T covered, F covered
        return 1;
    if (a == -5000000000LL) //~ C1: T covered, F covered
        return 2;
    if (b >= 0x8000000000000000ULL) //~ C1: T covered, F covered
        return 3;
    return 0;
}
