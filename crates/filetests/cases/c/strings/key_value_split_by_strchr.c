//@ entry: split
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A small parser around `strchr`.
#include <string.h>
int split(const char *line)
{
    const char *equals;
    if (!line) //~ C1: T covered, F covered
        return -1;
    equals = strchr(line, '=');
    if (!equals) //~ C1: T covered, F covered
        return 0;
    if (equals == line) //~ C1: T covered, F covered
        return 1;
    if (equals[1] == '\0') //~ C1: T covered, F covered
        return 2;
    return 3;
}
