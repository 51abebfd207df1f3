//@ entry: fib
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Recursion: bounded by a guard.
int fib(int n)
{
    if (n < 0 || n > 15) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (n < 2) //~ C1: T covered, F covered
        return n;
    return fib(n - 1) + fib(n - 2); //~ statement: covered
}
