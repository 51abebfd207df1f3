//@ entry: assign
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The value assigned is the condition.
static int square(int x)
{
    return x > 100 || x < -100 ? 0 : x * x;
}
int assign(int a)
{
    int r;
    if ((r = square(a)) > 80) //~ C1: T covered, F covered
        return r;
    if ((r = a)) //~ C1: T covered, F covered
        return -r;
    return 1;
}
