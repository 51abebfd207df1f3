//@ entry: ends_in_key
//@ criteria: branch
//@ strategies: search-ga
//@ budget: 20000 evals
//@ seed: 1
// An open array grows until it is as long as its length says.
int ends_in_key(const int *v, int n)
{
    if (!v || n < 0 || n > 100) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -1;
    int sum = 0;
    for (int i = 0; i < n; i++) //~ C1: T covered, F covered
        sum += v[i] > 0;
    if (n == 17 && v[16] == 4242) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return sum;
}
