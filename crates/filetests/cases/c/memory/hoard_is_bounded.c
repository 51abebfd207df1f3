//@ entry: hoard
//@ budget: 4000 evals
//@ options: --memory 64MiB
/* Allocates a megabyte a round, as often as it is told: a run that wants more than its share ends, and covers nothing. */
#include <stdlib.h>
#include <string.h>

int hoard(int rounds)
{
    long total = 0;
    if (rounds < 0)                             //~ C1: T covered, F covered
        return -1;
    for (int i = 0; i < rounds; i++) {          //~ C1: T covered, F covered
        char *block = malloc(1 << 20);
        if (block == NULL)                      //~ C1: T covered, F covered
            return 1;
        memset(block, i, 1 << 20);
        total += block[5];
    }
    if (total > 100000)                         //~ C1: T unknown, F covered
        return 2;
    return 0;
}
