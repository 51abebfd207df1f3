//@ entry: window
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// `x > 3` follows from `x > 5`: its false side cannot be taken.
int window(int x)
{
    if (x > 5 && x > 3) //~ C1: T covered, F covered; C2: T covered, F open; mcdc 1/2
        return 1;
    return 0;
}
