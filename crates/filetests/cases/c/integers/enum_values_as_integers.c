//@ entry: route
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Enumerators in conditions.
enum side { LEFT = -1, NONE, RIGHT };
int route(enum side side, int way)
{
    if (side == LEFT && way > 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (side != NONE) //~ C1: T covered, F covered
        return 2;
    return 0;
}
