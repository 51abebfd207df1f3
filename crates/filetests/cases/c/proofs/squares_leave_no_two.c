//@ entry: square
//@ criteria: branch, mcdc
//@ strategies: dse

/* No square leaves 2 or 3 when divided by four. */
int square(unsigned char x)
{
    unsigned n = (unsigned)x * x;
    if (n % 4u == 2u) //~ C1: T infeasible, F covered
        return 1;
    if (n % 4u == 3u || n > 65025u) //~ C1: T infeasible, F covered; C2: T infeasible, F covered; mcdc 0/2, rest infeasible
        return 2;
    return 0;
}
