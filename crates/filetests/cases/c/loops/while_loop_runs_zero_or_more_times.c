//@ entry: count_down
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A `while` whose body may not run at all.
int count_down(int n)
{
    int steps = 0;
    while (n > 0 && steps < 10) { //~ C1: T covered, F covered; C2: T covered, F covered
        n -= 3;
        steps++; //~ statement: covered
    }
    if (steps == 4) //~ C1: T covered, F covered
        return -1;
    return steps;
}
