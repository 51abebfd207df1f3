//@ entry: wrap
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Unsigned arithmetic wraps: `a + 10 < a` is how overflow is asked for.
#include <stdint.h>
int wrap(uint32_t a, uint64_t b)
{
    if (a + 10u < a) //~ C1: T covered, F covered
        return 1;
    if (b - 1u > b) //~ C1: T covered, F covered
        return 2;
    if (a * 2u == 7u) //~ C1: T open, F covered
        return 3; //~ statement: open
    return 0;
}
