//@ entry: status
//@ criteria: branch
//@ budget: 10000 evals
//@ seed: 1
// Flags as bits of one word, set in three places and tested together.
#define READY 1u
#define ARMED 2u
#define VALID 4u
unsigned status(int a, int b, int c)
{
    unsigned word = 0;
    if (a == 123456) //~ C1: T covered, F covered
        word |= READY;
    if (b > 70000 && b < 70004) //~ C1: T covered, F covered; C2: T covered, F covered
        word |= ARMED;
    if (c == -99999) //~ C1: T covered, F covered
        word |= VALID;
    if (word == (READY | ARMED | VALID)) //~ C1: T covered, F covered
        return 1;
    return 0;
}
