//@ entry: digit, limited
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// Conditions from a macro belong to the line where it is used.
#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define MIN(a, b) ((a) < (b) ? (a) : (b))
int digit(int c)
{
    if (IS_DIGIT(c)) //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
        return c - '0';
    return -1;
}
int limited(int a, int b)
{
    return MIN(a, b); //~ C1: T covered, F covered
}
