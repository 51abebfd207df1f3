//@ entry: distance
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Differences and comparisons of pointers into one array.
int distance(unsigned char from, unsigned char to)
{
    int cells[16];
    int *p, *q;
    if (from > 15 || to > 15) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    p = cells + from;
    q = &cells[to];
    if (p < q) //~ C1: T covered, F covered
        return (int)(q - p) == 7 ? 7 : 1; //~ C1: T covered, F covered
    if (p == q) //~ C1: T covered, F covered
        return 0;
    return 2;
}
