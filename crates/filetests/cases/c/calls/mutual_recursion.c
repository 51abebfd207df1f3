//@ entry: is_even, is_odd
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Two functions that call each other.
int is_odd(unsigned char n);
int is_even(unsigned char n)
{
    if (n == 0) //~ C1: T covered, F covered
        return 1;
    return is_odd(n - 1); //~ statement: covered
}
int is_odd(unsigned char n)
{
    if (n == 0) //~ C1: T covered, F covered
        return 0;
    return is_even(n - 1); //~ statement: covered
}
