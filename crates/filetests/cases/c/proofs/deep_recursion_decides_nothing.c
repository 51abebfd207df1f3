// A stack deeper than the machine's is a limit of the machine, no fault of the code.
//
//@ entry: deep
//@ strategies: dse, paths
//@ budget: 3000 evals
//@ other-faults: allowed

static unsigned count(unsigned n)
{
    return n == 0 ? 0 : 1 + count(n - 1);
}

int deep(unsigned short n)
{
    if (n > 5000) { //~ C1: T covered, F covered
        if (count(n) == n) //~ C1: T unknown, F unknown
            return 1;
        return 2;
    }
    return 0;
}
