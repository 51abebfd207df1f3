//@ entry: permit
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// `a && (b || c)`: three conditions, all independent.
int permit(int a, int b, int c)
{
    if (a > 0 && (b > 0 || c > 0)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; mcdc 3/3
        return 1;
    return 0;
}
