//@ entry: step
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The static state is an input of the test like any other.
static int state = 0;
int step(int event)
{
    if (state == 0 && event == 1) //~ C1: T covered, F covered; C2: T covered, F covered
        state = 1;
    else if (state == 1 && event == 2) //~ C1: T covered, F covered; C2: T covered, F covered
        state = 5;
    else if (state == 5) //~ C1: T covered, F covered
        return 1;
    return 0;
}
