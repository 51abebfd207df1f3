//@ entry: check
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 4 paths: 4 covered
// A flag says nothing of how near it was; the path's constraint does.
static int is_key(int a, int b)
{
    int ok = 0;
    if (a == 90210) {
        if (b == a + 7)
            ok = 1;
    }
    return ok;
}
int check(int a, int b, int c)
{
    int ok = is_key(a, b);
    if (ok && c > 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
