//@ entry: store
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Storing into a bit-field keeps the low bits.
struct nibble {
    unsigned low : 4;
    unsigned high : 4;
};
int store(int a)
{
    struct nibble n = {0, 0};
    n.low = (unsigned)a;
    n.high = (unsigned)(a >> 4);
    if (n.low > 15) //~ C1: T open, F covered
        return -1; //~ statement: open
    if (n.low == 10 && n.high == 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
