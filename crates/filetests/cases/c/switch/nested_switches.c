//@ entry: pick
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A switch in an arm of another.
int pick(int outer, int inner)
{
    switch (outer) {
    case 1: //~ C1: T covered, F covered
        switch (inner) {
        case 1: //~ C1: T covered, F covered
            return 11;
        case 2: //~ C1: T covered, F covered
            return 12;
        default: //~ C1: T covered, F covered
            break;
        }
        break;
    case 2: //~ C1: T covered, F covered
        return 20;
    default: //~ C1: T covered, F covered
        return 0;
    }
    return 10; //~ statement: covered
}
