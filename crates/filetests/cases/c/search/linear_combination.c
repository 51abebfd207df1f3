//@ entry: plane
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Two variables meet in one predicate.
int plane(int a, int b)
{
    if (a < -10000 || a > 10000 || b < -10000 || b > 10000) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F covered
        return -1;
    if (3 * a - 2 * b == 1001) //~ C1: T covered, F covered
        return 1;
    return 0;
}
