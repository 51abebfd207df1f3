//@ entry: phase
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The value switched on is masked: one case lies outside of the mask.
int phase(unsigned t)
{
    switch (t & 3u) {
    case 0: //~ C1: T covered, F covered
        return 1;
    case 3: //~ C1: T covered, F covered
        return 2;
    case 4: //~ C1: T open, F covered
        return 3; //~ statement: open
    default: //~ C1: T covered, F covered
        return 0;
    }
}
