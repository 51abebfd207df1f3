//@ entry: plain
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ unsupported: ticks
// The function with assembly is reported; its neighbour gets its tests.
unsigned ticks(void)
{
    unsigned low;
    __asm__ volatile("xorl %0, %0" : "=r"(low));
    return low;
}
int plain(int a)
{
    if (a > 8) //~ C1: T covered, F covered
        return 1;
    return 0;
}
