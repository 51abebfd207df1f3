//@ entry: once
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The idiom of statement-like macros: the true side of `while (0)` is dead.
int once(int a)
{
    int result = 0;
    do {
        if (a == 3) //~ C1: T covered, F covered
            break;
        result = 1; //~ statement: covered
    } while (0); //~ C1: T infeasible, F covered
    return result;
}
