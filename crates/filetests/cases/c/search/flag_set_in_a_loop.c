//@ entry: all_set
//@ criteria: branch
//@ strategies: search-ga
//@ budget: 10000 evals
//@ seed: 1
// A flag that every iteration may destroy.
int all_set(const unsigned char v[4])
{
    int ok = 1;
    if (!v) //~ C1: T covered, F covered
        return -1;
    for (int i = 0; i < 4; i++) //~ C1: T covered, F covered
        if (v[i] < 200) //~ C1: T covered, F covered
            ok = 0;
    return ok ? 1 : 0; //~ C1: T covered, F covered
}
