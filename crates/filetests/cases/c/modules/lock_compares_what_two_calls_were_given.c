//@ entry: lock_new, lock_set, lock_try, lock_free
//@ options: --module
//@ without: search, because a condition over two calls is solved for
//@ other-faults: allowed
//@ budget: 4000 evals
// Each condition is about numbers of several calls, and none of them climbs.
#include <stdlib.h>

struct lock {
    unsigned secret;
    unsigned step;
    int open;
};

struct lock *lock_new(unsigned secret)
{
    struct lock *l = calloc(1, sizeof *l);
    if (l)                                          //~ C1: T covered, F covered
        l->secret = secret * 2654435761u ^ 0x5bd1e995u;
    return l;
}

int lock_set(struct lock *l, unsigned step)
{
    if ((step * 2246822519u ^ l->secret) >> 8 != 0x1a2b3cu)     //~ C1: T covered, F covered
        return -1;
    l->step = step | 1;
    return 0;
}

int lock_try(struct lock *l, unsigned code)
{
    if (l->step == 0)                               //~ C1: T covered, F covered
        return -1;
    if (code * 3266489917u + l->step == l->secret)  //~ C1: T covered, F covered
        l->open = 1;
    return l->open;
}

void lock_free(struct lock *l)
{
    free(l);
}
