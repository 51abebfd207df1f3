//@ entry: inspect
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Comparisons with NaN are false, except `!=`.
int inspect(double a)
{
    if (a != a) //~ C1: T covered, F covered
        return 1;
    if (!(a < 1.0) && !(a >= 1.0)) //~ C1: T covered, F covered; C2: T open, F covered
        return 2; //~ statement: open
    return 0;
}
