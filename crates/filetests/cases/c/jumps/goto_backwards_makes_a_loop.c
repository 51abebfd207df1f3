//@ entry: halve
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A loop without a loop statement.
int halve(unsigned n)
{
    int steps = 0;
again:
    if (n > 1) { //~ C1: T covered, F covered
        n >>= 1;
        steps++;
        goto again;
    }
    return steps > 20 ? -1 : steps; //~ C1: T covered, F covered
}
