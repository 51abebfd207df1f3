//@ entry: highest, lowest, guarded, tested
//@ criteria: branch
//@ budget: 4000 evals
//@ seed: 1
// The number of leading or trailing zeros of 0 is undefined: nothing that depends on it is asserted or proved.
int highest(unsigned x)
{
    int bit = 31 - __builtin_clz(x); //~ fault: zero-counted
    if (bit < 0) //~ C1: T open, F covered
        return -1; //~ statement: open
    return bit;
}
int lowest(unsigned long long x)
{
    return __builtin_ctzll(x); //~ fault: zero-counted
}
int guarded(unsigned x)
{
    if (!x) //~ C1: T covered, F covered
        return 32;
    return __builtin_clz(x);
}
int tested(unsigned x)
{
    if (__builtin_popcount(x) == 0) //~ C1: T covered, F covered
        return 0;
    return __builtin_ctz(x);
}
