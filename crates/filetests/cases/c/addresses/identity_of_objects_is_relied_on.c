//@ entry: same
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Whether two pointers are equal does not depend on where objects lie.
int cell;
int same(int *p)
{
    if (p == &cell) //~ C1: T unknown, F covered
        return 1;
    return 0;
}
