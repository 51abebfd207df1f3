//@ entry: always
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
//@ clang: 22
// When `a` and `b` are positive, so is `a | b`: the decision is true whatever happens. No two evaluations differ in
// its outcome, though the last condition evaluated is now true, now false.
int always(int a, int b)
{
    if (!(a > 0 && b > 0) || (a | b) > 0) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F open; mcdc 0/3
        return 1;
    return 0;
}
