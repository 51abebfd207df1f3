//@ entry: quotient
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The smallest number divided by -1 does not fit.
int quotient(int a, int b)
{
    if (b == 0) //~ C1: T covered, F covered
        return 0;
    if (a == -2147483647 - 1) //~ C1: T covered, F covered
        return a / b; //~ fault: division-overflow
    return a / b;
}
