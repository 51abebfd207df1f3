//@ entry: high_half
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A 128-bit number made of two halves.
int high_half(unsigned long long high, unsigned long long low)
{
    unsigned __int128 n = ((unsigned __int128)high << 64) | low;
    if (n >> 100 != 0) //~ C1: T covered, F covered
        return 1;
    if ((unsigned long long)n == 77) //~ C1: T covered, F covered
        return 2;
    return 0;
}
