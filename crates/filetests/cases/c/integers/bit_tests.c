//@ entry: bits
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Single bits and masks.
int bits(unsigned v)
{
    int n = 0;
    if (v & 1u) //~ C1: T covered, F covered
        n++;
    if (v & 0x80000000u) //~ C1: T covered, F covered
        n++;
    if ((v & 0xf0u) == 0xa0u) //~ C1: T covered, F covered
        n++;
    if ((v & 0xf0u) == 0x05u) //~ C1: T open, F covered
        n = 100; //~ statement: open
    if (~v == 0u) //~ C1: T covered, F covered
        n = -1;
    return n;
}
