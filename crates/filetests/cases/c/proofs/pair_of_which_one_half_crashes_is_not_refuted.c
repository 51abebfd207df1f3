// An independence pair of which one half is seen by runs that end well and the other by runs that fault afterwards is no
// infeasible one.
//
//@ entry: pair
//@ criteria: mcdc
//@ strategies: dse, paths
//@ budget: 3000 evals
//@ other-faults: allowed

int pair(unsigned char a, unsigned char b)
{
    int zero = 0;
    if (a > 3 && b > 3) //~ mcdc 0/2
        return a / zero;
    return 0;
}
