//@ entry: weight
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `case 2` falls into `case 3`; a case is taken when the switch jumps to it.
int weight(int kind)
{
    int w = 0;
    switch (kind) {
    case 1: //~ C1: T covered, F covered
        w = 10;
        break;
    case 2: //~ C1: T covered, F covered
        w = 5;
        /* fall through */
    case 3: //~ C1: T covered, F covered
        w += 1;
        break;
    default: //~ C1: T covered, F covered
        w = -1; //~ statement: covered
    }
    return w;
}
