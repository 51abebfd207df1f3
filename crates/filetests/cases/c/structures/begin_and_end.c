//@ entry: find_last, sum_between, skip_blanks
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// Half-open ranges of pointers.
#include <stddef.h>
const int *find_last(const int *begin, const int *end, int wanted)
{
    const int *found = end;
    for (const int *at = begin; at != end; at++) //~ C1: T covered, F covered
        if (*at == wanted) //~ C1: T covered, F covered
            found = at;
    return found;
}
long sum_between(const short *begin, const short *end)
{
    long sum = 0;
    if (begin == NULL || end - begin < 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    while (begin < end) //~ C1: T covered, F covered
        sum += *begin++;
    return sum;
}
const char *skip_blanks(const char *at, const char *limit)
{
    while (at < limit && (*at == ' ' || *at == '\t')) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        at++;
    if (at == limit) //~ C1: T covered, F covered
        return NULL;
    return at;
}
