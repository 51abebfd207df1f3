//@ entry: ends_like
//@ criteria: branch
//@ strategies: search-ga
//@ budget: 20000 evals
//@ seed: 1
// A text grows and shrinks by insertions and deletions until its length is right.
static unsigned length(const char *s)
{
    unsigned n = 0;
    while (s[n])
        n++;
    return n;
}
int ends_like(const char *s)
{
    if (!s) //~ C1: T covered, F covered
        return -1;
    unsigned n = length(s);
    if (n == 23 && s[n - 1] == ';') //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
