//@ entry: coupled
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
//@ clang: 22
// Outcomes: F-- false, TF- false, TTF true, TTT false; but TTF needs a > 0 and a <= 0. So it is never true.
int coupled(int a, int b)
{
    if (!(!(a > 0 && b > 0) || a > 0)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F open; mcdc 0/3
        return 1;
    return 0;
}
