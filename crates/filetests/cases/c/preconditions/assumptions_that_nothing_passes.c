//@ entry: impossible, possible
//@ budget: 3000 evals
/* No run of the first function counts; the other one is tested all the same. */
#include <trine.h>

int impossible(int a)
{
    TRINE_ASSUME(a > 3);
    TRINE_ASSUME(a < 3);
    if (a == 3)                 //~ C1: T unknown, F unknown
        return 1;
    return 0;
}

int possible(int a)
{
    TRINE_ASSUME(a > 3);
    return a == 4 ? 1 : 0;      //~ C1: T covered, F covered
}
