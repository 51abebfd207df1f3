//@ entry: implied, both
//@ criteria: mcdc
//@ strategies: dse
//@ without: search, because values prove nothing infeasible

/* `a > 5` implies `a > 0`: both are true and false, but where the first is false the second is never asked. */
int implied(int a)
{
    if (a > 0 && a > 5) //~ mcdc 2/2
        return 1;
    return 0;
}

/* `a > 5` cannot be false once `a > 10` was true: no pair shows that it matters. */
int both(int a)
{
    if (a > 10 && a > 5) //~ mcdc 1/2, rest infeasible
        return 1;
    return 0;
}
