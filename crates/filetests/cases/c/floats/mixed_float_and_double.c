//@ entry: promote
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// 0.1f is not 0.1: the float is widened before the comparison.
int promote(float f)
{
    if (f == 0.1) //~ C1: T open, F covered
        return 1; //~ statement: open
    if (f == 0.1f) //~ C1: T covered, F covered
        return 2;
    return 0;
}
