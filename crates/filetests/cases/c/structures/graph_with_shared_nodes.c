//@ entry: plan_is_diamond, reaches
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
//@ without: hybrid, because paths take the budget that its shapes need
// A graph of build steps: two of them may wait for the same third one.
#include <stdbool.h>
#include <stddef.h>
struct step {
    int cost;
    bool done;
    struct step *needs[2];
};
bool plan_is_diamond(const struct step *goal)
{
    const struct step *a = goal->needs[0], *b = goal->needs[1];
    if (a == NULL || b == NULL) //~ C1: T covered, F covered; C2: T covered, F covered
        return false;
    if (a == b || a == goal || b == goal) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return false;
    if (a->needs[0] == NULL) //~ C1: T covered, F covered
        return false;
    return a->needs[0] == b->needs[0];
}
int reaches(const struct step *from, const struct step *to, int limit)
{
    int best = -1;
    if (from == to) //~ C1: T covered, F covered
        return from->done ? 0 : from->cost; //~ C1: T covered, F covered
    if (limit <= 0) //~ C1: T covered, F covered
        return -1;
    for (int i = 0; i < 2; i++) { //~ C1: T covered, F covered
        int cost;
        if (from->needs[i] == NULL) //~ C1: T covered, F covered
            continue;
        cost = reaches(from->needs[i], to, limit - 1);
        if (cost >= 0 && (best < 0 || cost < best)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
            best = cost;
    }
    return best < 0 ? -1 : best + 1; //~ C1: T covered, F covered
}
