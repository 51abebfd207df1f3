//@ entry: mixed
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A negative `int` compared with an `unsigned` becomes large.
int mixed(int a, unsigned b)
{
    if (a < 0 && (unsigned)a > b) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (a >= 0 && a < -1L) //~ C1: T covered, F covered; C2: T open, F covered
        return 2; //~ statement: open
    if (b < 0u) //~ C1: T open, F covered
        return 3; //~ statement: open
    return 0;
}
