//@ entry: shift
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Left, logical right and arithmetic right shifts.
int shift(unsigned a, int b, unsigned n)
{
    if (n > 31) //~ C1: T covered, F covered
        return -1;
    if (a >> n == 5) //~ C1: T covered, F covered
        return 1;
    if (b >> 4 == -3) //~ C1: T covered, F covered
        return 2;
    if ((1u << n) == 4096u) //~ C1: T covered, F covered
        return 3;
    return 0;
}
