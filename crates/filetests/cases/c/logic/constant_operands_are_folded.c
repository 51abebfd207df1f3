//@ entry: folded
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// Constants in a decision: one side of each is dead and they need no pair.
int folded(int a, int b)
{
    int r = 0;
    if (1 && a) //~ C1: T covered, F infeasible; C2: T covered, F covered; mcdc 1/1
        r += 1;
    if (0 || b) //~ C1: T infeasible, F covered; C2: T covered, F covered; mcdc 1/1
        r += 2;
    if (sizeof(int) == 4 && a == b) //~ C1: T covered, F infeasible; C2: T covered, F covered; mcdc 1/1
        r += 4;
    if (sizeof(int) == 4 && a > 7 && b) //~ C1: T covered, F infeasible; C2: T covered, F covered; C3: T covered, F covered; mcdc 2/2
        r += 8;
    if (sizeof(int) == 8 || 0 || a == 5 || b == 9) //~ C1: T infeasible, F covered; C2: T infeasible, F covered; C3: T covered, F covered; C4: T covered, F covered; mcdc 2/2
        r += 16;
    while (1) { //~ C1: T covered, F infeasible
        if (r-- < 3) //~ C1: T covered, F covered
            break;
    }
    return r;
}
