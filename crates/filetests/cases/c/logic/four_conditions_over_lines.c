//@ entry: start
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// A decision over several lines: each condition is counted on its own line,
// the independence pairs on the line where the decision starts.
int start(int speed, int door, int mode, int key)
{
    if (speed == 0 //~ C1: T covered, F covered; mcdc 4/4
        && door != 0 //~ C1: T covered, F covered
        && (mode == 2 //~ C1: T covered, F covered
            || key == 1234)) //~ C1: T covered, F covered
        return 1;
    return 0;
}
