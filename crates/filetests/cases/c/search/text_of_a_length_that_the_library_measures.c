//@ entry: ends_in_plus
//@ criteria: branch
//@ strategies: search, search-ga
//@ budget: 20000 evals
//@ seed: 1
// FIXME: a text that fills its object is a fault of `strlen`; the object grows only between attempts, and then the attempt
// starts from the small one again, so that lengths far above the first size are not reached.
#include <string.h>
int ends_in_plus(const char *s)
{
    if (!s) //~ C1: T covered, F covered
        return -1;
    if (strlen(s) != 11) //~ C1: T covered, F unknown
        return 0;
    if (s[10] == '+') //~ C1: T unknown, F unknown
        return 1;
    return 0;
}
