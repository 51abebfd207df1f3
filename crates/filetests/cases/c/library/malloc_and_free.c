//@ entry: build
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Heap memory; an allocation of this size succeeds.
#include <stdlib.h>
int build(unsigned char n)
{
    int result = 0;
    int *v;
    if (n == 0) //~ C1: T covered, F covered
        return -1;
    v = malloc(n * sizeof *v);
    if (!v)
        return -2;
    for (int i = 0; i < n; i++) //~ C1: T covered, F covered
        v[i] = i * i;
    if (v[n - 1] == 144) //~ C1: T covered, F covered
        result = 1;
    free(v);
    return result;
}
