//@ entry: month
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A table of literals, looked up by prefix.
#include <string.h>
static const char *const names[] = {"jan", "feb", "mar"};
int month(const char *s)
{
    if (!s) //~ C1: T covered, F covered
        return -1;
    for (int i = 0; i < 3; i++) //~ C1: T covered, F covered
        if (strncmp(s, names[i], 3) == 0) //~ C1: T covered, F covered
            return i + 1;
    return 0;
}
