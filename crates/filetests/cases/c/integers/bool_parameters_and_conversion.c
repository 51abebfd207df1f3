//@ entry: flags
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `_Bool` holds 0 or 1; any other number converts to 1.
int flags(_Bool on, int level)
{
    _Bool high = level & 8;
    if (on && high) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (high == 8) //~ C1: T open, F covered
        return 2; //~ statement: open
    if (on + high == 1) //~ C1: T covered, F covered
        return 3;
    return 0;
}
