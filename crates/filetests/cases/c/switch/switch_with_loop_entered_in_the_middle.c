//@ entry: copy_count
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A case label inside a loop body: the switch jumps into the loop.
int copy_count(unsigned char n)
{
    int done = 0;
    int rounds = (n + 1) / 2;
    if (n == 0) //~ C1: T covered, F covered
        return 0;
    switch (n % 2) {
    case 0: //~ C1: T covered, F covered
        do {
            done++;
    default: //~ C1: T covered, F covered
            done++;
        } while (--rounds > 0); //~ C1: T covered, F covered
    }
    return done;
}
