//@ entry: extended
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `long double`: 80 bits on x86-64, more elsewhere.
int extended(long double a, long double b)
{
    if (a > b + 1.0L) //~ C1: T covered, F covered
        return 1;
    if (a == 2.5L) //~ C1: T covered, F covered
        return 2;
    return 0;
}
