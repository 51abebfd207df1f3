//@ entry: view
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// One memory, two readings.
union word {
    unsigned whole;
    unsigned char bytes[4];
};
int view(union word w)
{
    if (w.bytes[0] == 0x7f && w.bytes[3] == 1) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (w.whole == 0x01020304u) //~ C1: T covered, F covered
        return 2;
    return 0;
}
