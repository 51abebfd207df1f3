//@ entry: step
//@ criteria: branch
//@ budget: 10000 evals
//@ seed: 1
// A flag in memory: written in one function, read in another.
struct latch { _Bool set; int count; };
static void update(struct latch *l, int level)
{
    l->set = level == 65432;
    l->count++;
}
int step(int level)
{
    struct latch l = {0, 0};
    update(&l, level);
    if (l.set) //~ C1: T covered, F covered
        return l.count;
    return 0;
}
