//@ entry: fill
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A length that nothing bounds.
int fill(unsigned char n)
{
    char buffer[16];
    for (int i = 0; i < n; i++) //~ C1: T covered, F covered
        buffer[i] = 'x'; //~ fault: out-of-bounds
    return n > 0 ? buffer[0] : 0; //~ C1: T covered, F covered
}
