//@ entry: packed
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Signed and unsigned bit-fields; three bits never hold 9.
struct packed_bits {
    unsigned mode : 3;
    signed delta : 5;
    unsigned ready : 1;
};
int packed(const struct packed_bits *p)
{
    if (!p) //~ C1: T covered, F covered
        return -1;
    if (p->ready && p->mode == 5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (p->delta < -10) //~ C1: T covered, F covered
        return 2;
    if (p->mode == 9u) //~ C1: T open, F covered
        return 3; //~ statement: open
    return 0;
}
