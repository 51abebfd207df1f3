//@ entry: split, digits
//@ strategies: dse

int split(int n, int d)
{
    if (d > 1000 && n > 0 && n / d == 1234 && n % d == 777) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F covered
        return 1;
    return 0;
}

/* A number of five digits that is its own reverse, and a multiple of 137. */
int digits(unsigned n)
{
    if (n < 10000u || n > 99999u) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    unsigned reversed = n % 10u * 10000u + n / 10u % 10u * 1000u + n / 100u % 10u * 100u + n / 1000u % 10u * 10u + n / 10000u;
    if (reversed != n) //~ C1: T covered, F covered
        return 2;
    if (n % 137u != 0u) //~ C1: T covered, F covered
        return 3;
    return 0;
}
