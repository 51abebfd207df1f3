//@ entry: add, multiply
//@ strategies: dse, hybrid

int add(int a, int b)
{
    int sum;
    if (__builtin_sadd_overflow(a, b, &sum)) { //~ C1: T covered, F covered
        if (sum == 123456789) //~ C1: T covered, F covered
            return 1;
        return 2;
    }
    return 0;
}

int multiply(unsigned a, unsigned b)
{
    unsigned product;
    if (!__builtin_umul_overflow(a, b, &product) && product == 0xfffffffeu) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
