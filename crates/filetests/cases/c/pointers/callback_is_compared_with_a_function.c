//@ entry: is_default
//@ criteria: branch
//@ budget: 2000 evals
//@ seed: 1
// Seven functions fit; the run that compares the pointer with one of them says which it should be.
static int none(int a) { return a; }
static int twice(int a) { return 2 * a; }
static int half(int a) { return a / 2; }
static int negated(int a) { return a < 0 ? a : -a; }
static int squared(int a) { return a > 1000 ? 0 : a < -1000 ? 0 : a * a; }
static int next(int a) { return a == 7 ? 0 : a; }
static int last(int a) { return a == 9 ? 1 : a; }
typedef int (*operation)(int);
operation operations[] = {none, twice, half, negated, squared, next, last};
struct handler {
    operation run;
    int level;
};
int is_default(const struct handler *h)
{
    if (!h) //~ C1: T covered, F covered
        return -1;
    if (h->run == squared) //~ C1: T covered, F covered
        return 1;
    if (h->run == next && h->level > 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 0;
}
