//@ entry: order
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A helper returns a struct, small and large.
struct pair {
    int low, high;
};
struct wide {
    long cell[3];
};
static struct pair sorted(int a, int b)
{
    struct pair p = {a, b};
    if (a > b) {
        p.low = b;
        p.high = a;
    }
    return p;
}
static struct wide widen(struct pair p)
{
    struct wide w = {{p.low, p.high, (long)p.low + p.high}};
    return w;
}
int order(int a, int b)
{
    struct pair p = sorted(a, b);
    if (p.low > p.high) //~ C1: T open, F covered
        return -1; //~ statement: open
    if (p.low == 4 && p.high == 8) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return widen(p).cell[2] == 50 ? 2 : 0; //~ C1: T covered, F covered
}
