//@ entry: lookup
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A constant table that no test may change.
static const short table[6] = {3, 1, 4, 1, 5, 9};
int lookup(unsigned i)
{
    if (i >= 6) //~ C1: T covered, F covered
        return -1;
    if (table[i] > 4) //~ C1: T covered, F covered
        return 2;
    if (table[i] == 2) //~ C1: T open, F covered
        return 3; //~ statement: open
    return 1;
}
