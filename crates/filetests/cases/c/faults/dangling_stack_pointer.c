//@ entry: dangle
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The address of a local outlives its function.
static int *leak(int a)
{
    int cell = a;
    int *p = &cell;
    return p;
}
int dangle(int a)
{
    int *p = leak(a);
    if (a == 2) //~ C1: T covered, F covered
        return *p; //~ fault: use-after-return
    return 0;
}
