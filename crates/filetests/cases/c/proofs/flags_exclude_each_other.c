//@ entry: flags
//@ criteria: branch, mcdc
//@ strategies: dse

#include <stdbool.h>

int flags(bool open, bool locked, unsigned char mode)
{
    bool usable = open && !locked; //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
    if (usable && locked) //~ C1: T covered, F covered; C2: T infeasible, F covered; mcdc 0/2, rest infeasible
        return 1;
    if (mode > 3) //~ C1: T covered, F covered
        mode = 3;
    if (mode == 4 || (usable && mode * 2 == 5)) //~ C1: T infeasible, F covered; C2: T covered, F covered; C3: T infeasible, F covered; mcdc 0/3, rest infeasible
        return 2;
    return 0;
}
