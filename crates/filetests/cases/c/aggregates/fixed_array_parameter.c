//@ entry: ascending
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// An array parameter of known length.
int ascending(const int v[4])
{
    if (!v) //~ C1: T covered, F covered
        return -1;
    for (int i = 1; i < 4; i++) //~ C1: T covered, F covered
        if (v[i] <= v[i - 1]) //~ C1: T covered, F covered
            return 0;
    return 1; //~ statement: covered
}
