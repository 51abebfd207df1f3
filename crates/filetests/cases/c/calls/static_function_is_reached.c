//@ entry: twice, outer
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A static function is tested like the others.
static int twice(int a)
{
    if (a > 1000) //~ C1: T covered, F covered
        return 1000;
    return 2 * a;
}
int outer(int a)
{
    return twice(a) == 84 ? 1 : 0; //~ C1: T covered, F covered
}
