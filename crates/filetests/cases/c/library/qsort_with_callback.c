//@ entry: median
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The comparison function is called back by the library.
#include <stdlib.h>
#include <string.h>
static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}
int median(const int v[3])
{
    int sorted[3];
    if (!v) //~ C1: T covered, F covered
        return -1;
    memcpy(sorted, v, sizeof sorted);
    qsort(sorted, 3, sizeof sorted[0], by_value);
    if (sorted[0] > sorted[1]) //~ C1: T open, F covered
        return -2; //~ statement: open
    if (sorted[1] == 25) //~ C1: T covered, F covered
        return 1;
    return sorted[0] == sorted[2] ? 2 : 0; //~ C1: T covered, F covered
}
