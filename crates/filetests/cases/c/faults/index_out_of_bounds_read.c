//@ entry: slot
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The upper bound is off by one.
static const int table[5] = {1, 2, 3, 4, 5};
int slot(int i)
{
    if (i < 0 || i > 5) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return table[i]; //~ fault: out-of-bounds
}
