//@ entry: sign
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `?:` with constant arms may become a select; it is a branch all the same.
int sign(int a)
{
    int negative = a < 0 ? -1 : 0; //~ C1: T covered, F covered
    int positive = a > 0 ? 1 : 0; //~ C1: T covered, F covered
    return negative + positive;
}
