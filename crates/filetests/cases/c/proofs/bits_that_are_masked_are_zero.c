//@ entry: masked
//@ criteria: branch, mcdc
//@ strategies: dse
//@ without: search, because values prove nothing infeasible

int masked(unsigned short word, unsigned char shift)
{
    unsigned low = word & 0x0fu;
    if (low > 15u) //~ C1: T infeasible, F covered
        return 1;
    if (shift < 16 && (low << shift) == 3u && shift > 1) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T infeasible, F covered; mcdc 0/3, rest infeasible
        return 2;
    if ((word | 0x10u) == low) //~ C1: T infeasible, F covered
        return 3;
    return 0;
}
