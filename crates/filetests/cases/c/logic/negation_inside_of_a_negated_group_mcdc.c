//@ entry: allow
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
//@ clang: 22
// Outcomes: T-- false, FF- false, FTT true, FTF false. Every condition has a pair with FTT.
int allow(int a, int b, int c)
{
    return !(a > 0 || !(b > 0)) && c > 0; //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; mcdc 3/3
}
