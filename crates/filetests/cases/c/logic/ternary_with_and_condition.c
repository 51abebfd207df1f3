//@ entry: choose
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// The condition of `?:` is a decision of two conditions.
int choose(int a, int b)
{
    return (a > 0 && b > a) ? a : b; //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
}
