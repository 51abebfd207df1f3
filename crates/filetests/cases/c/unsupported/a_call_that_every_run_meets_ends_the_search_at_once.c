//@ entry: wait_ready, plain
//@ criteria: branch
//@ budget: 1000000 evals
//@ seed: 1
// Every run of the first function ends at assembly that is not understood: some hundred runs show it, and the search is given up.
static unsigned status(void)
{
    unsigned low;
    __asm__ volatile("rdpmc" : "=a"(low) : "c"(0) : "edx");
    return low;
}
int wait_ready(int a)
{
    unsigned now = status();
    if (now == 3 && a > 4) //~ C1: T unknown, F unknown; C2: T unknown, F unknown
        return 1;
    return 0;
}
int plain(int a)
{
    if (a > 8) //~ C1: T covered, F covered
        return 1;
    return 0;
}
