//@ entry: ends_in_plus
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
#include <string.h>
int ends_in_plus(const char *s)
{
    if (!s) //~ C1: T covered, F covered
        return -1;
    if (strlen(s) != 11) //~ C1: T covered, F covered
        return 0;
    if (s[10] == '+') //~ C1: T covered, F covered
        return 1;
    return 0;
}
