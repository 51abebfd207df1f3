//@ entry: chain
//@ criteria: branch
//@ strategies: search-geometric, search-lattice
//@ budget: 20000 evals
//@ seed: 1
// One equality after the other: each is an optimum of its own variable.
int chain(int a, int b, int c)
{
    if (a == 12345) //~ C1: T covered, F covered
        if (b == a + 678) //~ C1: T covered, F covered
            if (c == b - 30000) //~ C1: T covered, F covered
                return 1; //~ statement: covered
    return 0;
}
