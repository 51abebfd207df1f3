//@ entry: count_above
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 16 paths: 16 covered
//@ other-faults: allowed
// The loop is the code's own; what each element decides is not.
int count_above(const int v[4])
{
    int n = 0;
    for (int i = 0; i < 4; i++) //~ C1: T covered, F covered
        if (v[i] > 100) //~ C1: T covered, F covered
            n++;
    return n;
}
