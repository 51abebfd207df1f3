//@ entry: ratio
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Unsigned division of large numbers.
int ratio(unsigned a, unsigned b)
{
    if (b == 0) //~ C1: T covered, F covered
        return -1;
    if (a / b > 1000000u) //~ C1: T covered, F covered
        return 2;
    if (a % 10u == 9u) //~ C1: T covered, F covered
        return 1;
    return 0;
}
