//@ entry: wait_for
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The loop never ends for even numbers; the position is that of the loop.
int wait_for(unsigned n)
{
    while (n != 1) //~ C1: T covered, F covered; fault: step-limit
        n = n & 1u ? 1u : n;
    return 1; //~ statement: covered
}
