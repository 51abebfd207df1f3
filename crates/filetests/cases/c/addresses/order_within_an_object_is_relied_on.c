//@ entry: before
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Within one object the order of elements is the language's.
int before(int *table, int i, int j)
{
    if (i < 0 || i > 3 || j < 0 || j > 3) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F covered
        return -1;
    int *p = table + i;
    int *q = table + j;
    if (p < q) //~ C1: T covered, F covered
        return 1;
    return 0;
}
