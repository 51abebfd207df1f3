// A run that ends in a fault says nothing of the inputs that pass the place: these must be solved for before anything behind is
// called infeasible.
//
//@ entry: entry_of_table, quotient, shifted
//@ strategies: dse, paths
//@ budget: 4000 evals
//@ other-faults: allowed
//@ without: search, because values alone do not come to all of it within the budget

static const int T[4] = {1, 2, 3, 4};

int entry_of_table(int a, int i)
{
    if (a == 12345) { //~ C1: T covered, F covered
        if (T[i - 100] == 3) //~ C1: T covered, F covered
            return 1;
        return 2;
    }
    return 0;
}

int quotient(int a, int b)
{
    if (a / b == 7) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int shifted(unsigned a, unsigned b)
{
    if (a << b == 96) //~ C1: T covered, F covered
        return 1;
    return 0;
}
