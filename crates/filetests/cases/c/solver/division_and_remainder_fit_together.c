//@ entry: puzzle
//@ strategies: dse

/* Quotient and remainder together leave one number. */
int puzzle(unsigned n)
{
    if (n / 1000u == 271u && n % 1000u == 828u) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
