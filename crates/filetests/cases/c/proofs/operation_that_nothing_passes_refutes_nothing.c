// An operation that cannot be passed ends every run before what lies behind: that is unknown, whatever it would tell if
// it were passed.
//
//@ entry: null_for_certain, zero_for_certain, never_set
//@ strategies: dse
//@ budget: 1500 evals
//@ other-faults: allowed

int null_for_certain(int *p, int x)
{
    if (p == 0) { //~ C1: T covered, F covered
        *p = 1;
        if (x > 3) //~ C1: T unknown, F unknown
            return 1;
    }
    return 0;
}

int zero_for_certain(int a, int b)
{
    if (b == 0) { //~ C1: T covered, F covered
        int q = a / b;
        if (q > 3) //~ C1: T unknown, F unknown
            return 1;
    }
    return 0;
}

static int *const nowhere;

int never_set(void)
{
    int first = *nowhere;
    if (nowhere == 0) //~ C1: T unknown, F unknown
        return 1;
    return first;
}
