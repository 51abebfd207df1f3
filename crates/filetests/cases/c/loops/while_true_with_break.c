//@ entry: digits
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// `while (1)` is a condition that is folded: its false side is dead.
int digits(unsigned value)
{
    int count = 1;
    while (1) { //~ C1: T covered, F infeasible
        if (value < 10) //~ C1: T covered, F covered
            break;
        value /= 10;
        count++;
    }
    if (count == 7) //~ C1: T covered, F covered
        count = 70;
    return count;
}
