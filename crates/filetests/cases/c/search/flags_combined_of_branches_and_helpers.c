//@ entry: admit
//@ criteria: branch
//@ budget: 10000 evals
//@ seed: 1
// Three flags: one of a branch, one of a helper, one of a comparison; the last `if` sees only their combination.
static int is_open(int hour)
{
    if (hour < 90000)
        return 0;
    return hour <= 90010;
}
int admit(int code, int hour, int age)
{
    int known = 0;
    if (code == 31337) //~ C1: T covered, F covered
        known = 1;
    int open = is_open(hour);
    int adult = age == 1800;
    int admitted = known & open;
    if (admitted && adult) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
