//@ entry: kind
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Character classes of the C locale.
#include <ctype.h>
int kind(unsigned char c)
{
    if (isdigit(c)) //~ C1: T covered, F covered
        return 1;
    if (isupper(c) || islower(c)) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (isspace(c)) //~ C1: T covered, F covered
        return 3;
    if (ispunct(c)) //~ C1: T covered, F covered
        return 4;
    return 0;
}
