//@ entry: deep
//@ criteria: branch
//@ strategies: search-geometric, search-lattice
//@ budget: 20000 evals
//@ seed: 1
// Six levels: the approach level leads in.
int deep(int a, int b, int c)
{
    if (a > 100) //~ C1: T covered, F covered
        if (a < 120) //~ C1: T covered, F covered
            if (b > a) //~ C1: T covered, F covered
                if (b < a + 5) //~ C1: T covered, F covered
                    if (c < -b) //~ C1: T covered, F covered
                        if (c > -b - 3) //~ C1: T covered, F covered
                            return 1; //~ statement: covered
    return 0;
}
