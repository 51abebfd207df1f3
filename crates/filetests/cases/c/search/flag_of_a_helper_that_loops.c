//@ entry: guard
//@ criteria: branch
//@ budget: 10000 evals
//@ seed: 1
// Helpers whose loops compute the flag: set by one element, undone by any, and found on the way to a break.
static int has_negative(const int a[6], int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < -2000000000)
            return 1;
    return 0;
}
static int all_near(const int a[6], int n)
{
    int ok = 1;
    for (int i = 0; i < n; i++)
        if (a[i] < 70000 || a[i] > 70020)
            ok = 0;
    return ok;
}
static int holds(const int a[6], int n, int key)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            found = 1;
    return found;
}
int guard(const int a[6], int key)
{
    if (!a || key < 100000) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (has_negative(a, 6)) //~ C1: T covered, F covered
        return 1;
    if (all_near(a, 6)) //~ C1: T covered, F covered
        return 2;
    if (holds(a, 6, key)) //~ C1: T covered, F covered
        return 3;
    return 0;
}
