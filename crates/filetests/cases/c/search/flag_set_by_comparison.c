//@ entry: flag_first
//@ criteria: branch
//@ strategies: search-ga
//@ budget: 10000 evals
//@ seed: 1
// The flag hides the distance of the comparison that set it.
int flag_first(int a, int b)
{
    _Bool flag = a == 4711;
    b += 1;
    if (flag && b > 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
