//@ entry: near
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `abs`, and a number read from a string.
#include <stdlib.h>
int near(int a, const char *text)
{
    if (!text) //~ C1: T covered, F covered
        return -1;
    if (a < -1000 || a > 1000) //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    if (abs(a) == 17) //~ C1: T covered, F covered
        return 1;
    return atoi(text) > 3 ? 2 : 0; //~ C1: T covered, F covered
}
