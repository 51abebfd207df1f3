//@ entry: current
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A static pointer, null until set.
static const int *selected;
void pick(const int *p)
{
    selected = p;
}
int current(void)
{
    if (!selected) //~ C1: T covered, F covered
        return -1;
    if (*selected > 3) //~ C1: T covered, F covered
        return 1;
    return 0;
}
