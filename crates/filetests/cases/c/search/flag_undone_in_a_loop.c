//@ entry: all_above
//@ criteria: branch
//@ budget: 10000 evals
//@ seed: 1
// Each of eight iterations may undo the flag, and random values never pass all of them.
int all_above(const int v[8])
{
    int ok = 1;
    if (!v) //~ C1: T covered, F covered
        return -1;
    for (int i = 0; i < 8; i++) //~ C1: T covered, F covered
        if (v[i] < 100000 || v[i] > 100100) //~ C1: T covered, F covered; C2: T covered, F covered
            ok = 0;
    if (ok) //~ C1: T covered, F covered
        return 1;
    return 0;
}
