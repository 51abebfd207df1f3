//@ entry: take
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Two levels, either of which may be null.
int take(int **slot)
{
    if (!slot) //~ C1: T covered, F covered
        return -1;
    if (!*slot) //~ C1: T covered, F covered
        return -2;
    if (**slot == 12) { //~ C1: T covered, F covered
        *slot = 0;
        return 1;
    }
    return 0;
}
