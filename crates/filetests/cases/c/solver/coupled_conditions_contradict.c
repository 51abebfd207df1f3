//@ entry: coupled
//@ strategies: dse
//@ without: search, because values prove nothing infeasible

/* A condition that another one implies, and two that exclude each other. */
int coupled(int a, int b)
{
    if (a > 0 && a > 5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (a > 0) { //~ C1: T covered, F covered
        if (a > 5) //~ C1: T infeasible, F covered
            return 2;
    }
    if (b > 10 && b < 8) //~ C1: T covered, F covered; C2: T infeasible, F covered
        return 3;
    return 0;
}
