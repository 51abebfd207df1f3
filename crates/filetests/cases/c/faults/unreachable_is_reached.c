//@ entry: promise
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The promise to the compiler is broken for all other kinds.
int promise(int kind)
{
    switch (kind) {
    case 0: //~ C1: T covered, F covered
        return 10;
    case 1: //~ C1: T covered, F covered
        return 20;
    default:
        __builtin_unreachable(); //~ fault: unreachable
    }
}
