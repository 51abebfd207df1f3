//@ entry: inside
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A struct in a struct, by pointer.
struct point {
    int x, y;
};
struct rect {
    struct point low, high;
};
int inside(const struct rect *r, struct point p)
{
    if (!r) //~ C1: T covered, F covered
        return -1;
    if (p.x < r->low.x || p.x >= r->high.x) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    if (p.y < r->low.y || p.y >= r->high.y) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    return 1;
}
