//@ entry: compare
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// All six comparisons on doubles.
int compare(double a, double b)
{
    int n = 0;
    if (a < b || a > b) //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
        n++;
    if (a <= 2.5 && b >= -2.5) //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
        n++;
    if (a != 1.5) //~ C1: T covered, F covered
        n++;
    if (b == 0.25) //~ C1: T covered, F covered
        n += 10;
    return n;
}
