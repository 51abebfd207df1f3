//@ entry: adjust
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A variable defined elsewhere: the test supplies it.
extern int threshold;
int adjust(int a)
{
    if (a > threshold) //~ C1: T covered, F covered
        return 1;
    if (threshold < -20) //~ C1: T covered, F covered
        return 2;
    return 0;
}
