//@ entry: command
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `strcmp` against words: the string is found one character at a time.
#include <string.h>
int command(const char *word)
{
    if (!word) //~ C1: T covered, F covered
        return -1;
    if (strcmp(word, "go") == 0) //~ C1: T covered, F covered
        return 1;
    if (strcmp(word, "a") < 0) //~ C1: T covered, F covered
        return 2;
    return 0;
}
