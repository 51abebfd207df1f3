//@ entry: tick
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The value of `n++` is the old one, of `++n` the new one.
int tick(int n)
{
    int m = n;
    if (n++ == 10) //~ C1: T covered, F covered
        return 1;
    if (++m == 10) //~ C1: T covered, F covered
        return 2;
    if (n == m) //~ C1: T covered, F open
        return 3;
    return 4; //~ statement: open
}
