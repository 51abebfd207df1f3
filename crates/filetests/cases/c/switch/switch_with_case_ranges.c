//@ entry: classify
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Case ranges, an extension of GNU C.
int classify(int c)
{
    switch (c) {
    case '0' ... '9': //~ C1: T covered, F covered
        return 1;
    case 'a' ... 'f': //~ C1: T covered, F covered
    case 'A' ... 'F': //~ C1: T covered, F covered
        return 2;
    case -1000000 ... -999000: //~ C1: T covered, F covered
        return 3;
    default: //~ C1: T covered, F covered
        return 0;
    }
}
