//@ entry: late
//@ criteria: branch
//@ strategies: search-ga
//@ budget: 10000 evals
//@ seed: 1
// The flag is set in an arm: the data flow leads to the branch to take.
int late(int a, int b)
{
    int found = 0;
    if (a == 321) //~ C1: T covered, F covered
        found = 1;
    if (b == -9) //~ C1: T covered, F covered
        found = found + 2;
    if (found == 3) //~ C1: T covered, F covered
        return 1;
    return 0;
}
