//@ entry: steady
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `i` never gets negative: one side needs a proof, not a test.
int steady(unsigned char n)
{
    int i = 0;
    while (i < n) { //~ C1: T covered, F covered
        if (i < 0) //~ C1: T open, F covered
            return -1; //~ statement: open
        i += 2;
    }
    return i;
}
