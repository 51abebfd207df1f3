//@ entry: early
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Nothing reaches the last statement.
int early(int a)
{
    if (a > 3) //~ C1: T covered, F covered
        return 1;
    else
        return 2;
    a++; //~ statement: infeasible
    return a;
}
