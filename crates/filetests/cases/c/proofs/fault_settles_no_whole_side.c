// Behind two loads an address may lie in either of two objects: that one input leaves its object says nothing of the other.
//
//@ entry: letter
//@ strategies: dse
//@ budget: 4000 evals
//@ other-faults: allowed

static const char *const names[2] = {"ab", "is"};

int letter(unsigned i, unsigned j)
{
    if (names[i][j] == 's') //~ C1: T covered, F covered
        return 1;
    return 0;
}
