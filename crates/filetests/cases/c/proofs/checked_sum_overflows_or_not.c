//@ entry: sum
//@ criteria: branch, mcdc
//@ strategies: dse

int sum(signed char a, signed char b)
{
    signed char result;
    if (__builtin_add_overflow(a, b, &result)) { //~ C1: T covered, F covered
        if (a > 0 && b < 0) //~ C1: T covered, F covered; C2: T infeasible, F covered; mcdc 0/2, rest infeasible
            return 1;
        return 2;
    }
    if (result != a + b) //~ C1: T infeasible, F covered
        return 3;
    return 0;
}
