//@ entry: check
//@ criteria: branch
//@ strategies: search-ga
//@ budget: 10000 evals
//@ seed: 1
// A helper returns the flag.
static int is_key(int a)
{
    return a == 90210;
}
int check(int a)
{
    if (is_key(a)) //~ C1: T covered, F covered
        return 1;
    return 0;
}
