//@ entry: unlock
//@ strategies: dse
//@ without: search, because values alone do not come to all of it within the budget

/* Four words of 32 bits, each tied to the one before. */
int unlock(unsigned a, unsigned b, unsigned c, unsigned d)
{
    if (a != 0xdeadbeefu) //~ C1: T covered, F covered
        return 1;
    if ((b ^ a) != 0x12345678u) //~ C1: T covered, F covered
        return 2;
    if (c + (b >> 3) != 0xcafebabeu) //~ C1: T covered, F covered
        return 3;
    if (d * 2654435761u != c) //~ C1: T covered, F covered
        return 4;
    return 0;
}
