//@ entry: label
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `snprintf` returns the length it needed.
#include <stdio.h>
#include <string.h>
int label(int n)
{
    char text[8];
    int needed = snprintf(text, sizeof text, "n=%d", n);
    if (needed >= (int)sizeof text) //~ C1: T covered, F covered
        return -1;
    if (strcmp(text, "n=-7") == 0) //~ C1: T covered, F covered
        return 1;
    return 0;
}
