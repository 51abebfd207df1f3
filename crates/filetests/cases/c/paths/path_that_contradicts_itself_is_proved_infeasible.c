//@ entry: classify
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 4 paths: 3 covered, 1 proved infeasible
//@ without: search, because values prove nothing infeasible
// No input is above 10 and below 5: the fourth combination is refuted, and so is the branch inside.
int classify(int a)
{
    int high = 0;
    if (a > 10) //~ C1: T covered, F covered
        high = 1;
    if (a < 5) { //~ C1: T covered, F covered
        if (high) //~ C1: T infeasible, F covered
            return 3;
        return 1;
    }
    return high ? 2 : 0; //~ C1: T covered, F covered
}
