//@ entry: visit
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A callback with a context pointer, both ours.
struct tally {
    int seen, large;
};
static void count(int value, void *context)
{
    struct tally *t = context;
    t->seen++;
    if (value > 50)
        t->large++;
}
static void each(const int v[3], void (*f)(int, void *), void *context)
{
    for (int i = 0; i < 3; i++)
        f(v[i], context);
}
int visit(const int v[3])
{
    struct tally t = {0, 0};
    if (!v) //~ C1: T covered, F covered
        return -1;
    each(v, count, &t);
    if (t.seen != 3) //~ C1: T open, F covered
        return -2; //~ statement: open
    return t.large == 2 ? 1 : 0; //~ C1: T covered, F covered
}
