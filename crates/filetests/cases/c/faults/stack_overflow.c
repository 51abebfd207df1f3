//@ entry: descend
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The recursion ends only for numbers that are not negative.
int descend(int n)
{
    if (n == 0) //~ C1: T covered, F covered
        return 0;
    return 1 + descend(n < 0 ? n : n / 2); //~ fault: stack-overflow
}
