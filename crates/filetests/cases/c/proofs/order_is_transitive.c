//@ entry: order
//@ criteria: branch, mcdc
//@ strategies: dse
//@ without: search, because values prove nothing infeasible

/* Three numbers cannot each be larger than the next one around. */
int order(signed char a, signed char b, signed char c)
{
    if (a > b && b > c && c > a) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T infeasible, F covered; mcdc 0/3, rest infeasible
        return 1;
    return 0;
}
