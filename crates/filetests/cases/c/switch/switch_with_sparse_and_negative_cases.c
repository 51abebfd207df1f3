//@ entry: code
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Far apart and negative labels; on 64 bits one does not fit into 32.
int code(long long number)
{
    switch (number) {
    case -1: //~ C1: T covered, F covered
        return 1;
    case -2147483648LL: //~ C1: T covered, F covered
        return 2;
    case 1000000: //~ C1: T covered, F covered
        return 3;
    case 0x123456789abcLL: //~ C1: T covered, F covered
        return 4;
    case 0: //~ C1: T covered, F covered
        return 5;
    default: //~ C1: T covered, F covered
        return 0;
    }
}
