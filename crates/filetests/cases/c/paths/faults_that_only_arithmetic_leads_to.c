//@ entry: divide, look_up
//@ strategies: dse
//@ options: --hunt-faults

/* Each condition is covered long before the one divisor, or the one index, that is wrong. */
int divide(int x)
{
    if (x > 100) //~ C1: T covered, F covered
        return 1;
    return 1000 / (x * 7 - 21); //~ fault: division-by-zero
}

int look_up(unsigned n)
{
    static const unsigned char table[1] = {1};
    unsigned long key = n ^ 0xdeadbeefu;
    if (n == 0) //~ C1: T covered, F covered
        return 0;
    /* One only where the key is the largest there is. */
    return table[(key + 1) >> 32]; //~ fault: out-of-bounds
}
