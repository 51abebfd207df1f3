//@ entry: call
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A decision inside of a call's argument list.
static int twice(int x)
{
    return 2 * x;
}
int call(int a, int b)
{
    return twice(a > 2 || b > 2); //~ C1: T covered, F covered; C2: T covered, F covered
}
