//@ entry: apply
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// An indirect call through a constant table.
static int negate(int a)
{
    return -a;
}
static int increment(int a)
{
    return a + 1;
}
static int (*const operations[2])(int) = {negate, increment};
int apply(unsigned which, int a)
{
    if (which > 1) //~ C1: T covered, F covered
        return 0;
    if (operations[which](a) == 17) //~ C1: T covered, F covered
        return 1;
    return 2;
}
