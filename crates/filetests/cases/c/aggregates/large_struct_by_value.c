//@ entry: checksum
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// More than 16 bytes: passed in memory, a copy of the caller's.
struct frame {
    int kind;
    long words[4];
};
int checksum(struct frame f)
{
    if (f.kind != 2) //~ C1: T covered, F covered
        return 0;
    f.words[0] += f.words[3];
    if (f.words[0] == 1000) //~ C1: T covered, F covered
        return 1;
    return 2;
}
