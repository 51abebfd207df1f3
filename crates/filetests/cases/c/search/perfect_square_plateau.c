//@ entry: square
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A nonlinear equality with two solutions.
int square(int a)
{
    if (a < -1000 || a > 1000) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (a * a == 529) //~ C1: T covered, F covered
        return 1;
    return 0;
}
