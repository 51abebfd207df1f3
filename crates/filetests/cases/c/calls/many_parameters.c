//@ entry: weighted
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Parameters beyond the registers, integers and doubles mixed.
int weighted(int a, double b, long c, float d, short e, int f, int g, int h, int i)
{
    if (a == i) //~ C1: T covered, F covered
        return 1;
    if (b > d && h < g) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (c == 11 && e == f) //~ C1: T covered, F covered; C2: T covered, F covered
        return 3;
    return 0;
}
