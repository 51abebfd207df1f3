//@ entry: gauge_new, gauge_set, gauge_level, gauge_free
//@ options: --module
//@ other-faults: allowed
//@ without: search, because it proves nothing
//@ budget: 3000 evals
// Whatever calls leave in the object, a level is not above 7 and below 3; that it never leaves 0 to 9 only the module's calls bring about,
// which is no proof.

#include <stdlib.h>

struct gauge {
    int level;
};

struct gauge *gauge_new(void)
{
    return calloc(1, sizeof(struct gauge));
}

int gauge_set(struct gauge *g, int level)
{
    if (!g)                                         //~ C1: T covered, F covered
        return -1;
    if (level < 0 || level > 9)                     //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    g->level = level;
    return 0;
}

int gauge_level(const struct gauge *g)
{
    if (g->level > 7 && g->level < 3)               //~ C1: T covered, F covered; C2: T infeasible, F covered
        return 1;
    if (g->level == 8)                              //~ C1: T covered, F covered
        if (g->level & 1) {                         //~ C1: T infeasible, F covered
            if (g->level > 100)                     //~ C1: T infeasible, F infeasible
                return 2;
        }
    if (g->level > 9)                               //~ C1: T unknown, F covered
        return 3;
    return 0;
}

void gauge_free(struct gauge *g)
{
    free(g);
}
