//@ entry: chain
//@ strategies: dse

/* Each number of 32 bits is tested only after the one before it was met. */
int chain(unsigned a, unsigned b, unsigned c)
{
    if (a != 0x7f454c46u) //~ C1: T covered, F covered
        return 0;
    if ((b ^ a) != 0xcafebabeu) //~ C1: T covered, F covered
        return 1;
    if (c * 3u + b != 0x1badb002u) //~ C1: T covered, F covered
        return 2;
    return 3;
}
