//@ entry: every_third
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A static local keeps its value between calls.
int every_third(void)
{
    static int calls = 0;
    calls++;
    if (calls == 3) { //~ C1: T covered, F covered
        calls = 0;
        return 1;
    }
    return 0;
}
