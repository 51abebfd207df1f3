//@ entry: sized
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Lengths of strings.
#include <string.h>
int sized(const char *s)
{
    size_t n;
    if (!s) //~ C1: T covered, F covered
        return -1;
    n = strlen(s);
    if (n == 0) //~ C1: T covered, F covered
        return 0;
    if (n > 3) //~ C1: T covered, F covered
        return 2;
    return 1;
}
