//@ entry: magic
//@ criteria: branch
//@ strategies: random
//@ budget: 20000 evals
//@ seed: 1
// Random numbers never hit these; the constants of the code do.
int magic(unsigned a, long long b)
{
    if (a == 0xdeadbeefu) //~ C1: T covered, F covered
        return 1;
    if (b == 0x0123456789abcdefLL) //~ C1: T covered, F covered
        return 2;
    return 0;
}
