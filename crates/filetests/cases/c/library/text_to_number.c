//@ entry: port
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `strtol` with its end pointer.
#include <stdlib.h>
int port(const char *text)
{
    char *end;
    long n;
    if (!text) //~ C1: T covered, F covered
        return -1;
    n = strtol(text, &end, 10);
    if (end == text) //~ C1: T covered, F covered
        return -2;
    if (n < 1 || n > 99) //~ C1: T covered, F covered; C2: T covered, F covered
        return -3;
    return *end == '\0' ? 0 : 1; //~ C1: T covered, F covered
}
