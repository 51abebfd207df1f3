//@ entry: or_else
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The GNU form `a ?: b`.
int or_else(int a, int b)
{
    return a ?: b; //~ C1: T covered, F covered
}
