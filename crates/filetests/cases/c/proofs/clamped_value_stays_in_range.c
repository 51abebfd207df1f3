//@ entry: clamp
//@ criteria: branch, mcdc
//@ strategies: dse

int clamp(short value)
{
    if (value < -100) //~ C1: T covered, F covered
        value = -100;
    if (value > 100) //~ C1: T covered, F covered
        value = 100;
    if (value > 100 || value < -100) //~ C1: T infeasible, F covered; C2: T infeasible, F covered; mcdc 0/2, rest infeasible
        return 1;
    switch (value / 50) {
    case -2: //~ C1: T covered, F covered
        return -2;
    case 2: //~ C1: T covered, F covered
        return 2;
    case 3: //~ C1: T infeasible, F covered
        return 3;
    default: //~ C1: T covered, F covered
        return 0;
    }
}
