//@ entry: round_trip
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A pointer stored in an integer and back is the same pointer.
#include <stdint.h>
int round_trip(int a)
{
    int cell = a;
    uintptr_t bits = (uintptr_t)&cell;
    int *back = (int *)bits;
    if (bits % sizeof(int) != 0) //~ C1: T open, F covered
        return -1; //~ statement: open
    if (back != &cell) //~ C1: T open, F covered
        return -2; //~ statement: open
    return *back == 6 ? 1 : 0; //~ C1: T covered, F covered
}
