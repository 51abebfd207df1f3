//@ entry: both, either
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// `&&` and `||` as values: the last operand has no jump of its own at -O0.
int both(int a, int b)
{
    int r = a && b; //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
    return r;
}
int either(int a, int b)
{
    return a || b; //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
}
