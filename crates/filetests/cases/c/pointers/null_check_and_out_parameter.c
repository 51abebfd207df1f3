//@ entry: halve
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The result goes out through a pointer.
int halve(int a, int *out)
{
    if (!out) //~ C1: T covered, F covered
        return -1;
    if (a & 1) //~ C1: T covered, F covered
        return 1;
    *out = a / 2;
    return 0; //~ statement: covered
}
