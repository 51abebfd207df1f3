//@ entry: masked
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The predicate sees only part of the variable.
int masked(unsigned a)
{
    if ((a & 0xffu) == 0x5au && (a >> 24) == 0x21u) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
