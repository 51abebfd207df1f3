//@ entry: measure
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The array is full: no terminator for `strlen` to stop at.
#include <string.h>
int measure(char a)
{
    char text[4] = {'a', 'b', 'c', 'd'};
    if (a > 0) //~ C1: T covered, F covered
        text[3] = '\0';
    return (int)strlen(text); //~ fault: out-of-bounds
}
