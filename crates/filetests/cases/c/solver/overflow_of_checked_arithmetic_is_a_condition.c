//@ entry: add, multiply
//@ strategies: dse
//@ without: search, because values alone do not come to all of it within the budget

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

/* 4294049777 is 65521 times 65537, both prime. */
int multiply(unsigned a, unsigned b)
{
    unsigned product;
    if (!__builtin_umul_overflow(a, b, &product) && product == 4294049777u) //~ C1: T covered, F covered; C2: T covered, F covered
        if (a > 1 && b > 1) //~ C1: T covered, F covered; C2: T covered, F covered
            return 1;
    return 0;
}
