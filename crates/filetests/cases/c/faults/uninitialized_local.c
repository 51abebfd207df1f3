//@ entry: chosen
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The level is set on one way only.
int chosen(int a)
{
    int level;
    if (a > 3) //~ C1: T covered, F covered
        level = a;
    if (level) //~ fault: uninitialized-read; C1: T covered, F covered
        return 1;
    return 0;
}
