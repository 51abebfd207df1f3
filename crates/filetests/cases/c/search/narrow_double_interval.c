//@ entry: pocket
//@ criteria: branch
//@ strategies: search-geometric, search-lattice
//@ budget: 20000 evals
//@ seed: 1
// A small interval far from zero.
int pocket(double x)
{
    if (x > 1234.5 && x < 1234.75) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
