//@ entry: debug
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `if (0)`: nothing of its body exists.
int debug(int a)
{
    if (0) //~ C1: T infeasible, F covered
        a = 1; //~ statement: infeasible
    if (a == 5) //~ C1: T covered, F covered
        return 1;
    return 0;
}
