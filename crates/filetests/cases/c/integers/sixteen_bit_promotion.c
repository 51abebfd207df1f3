//@ entry: product
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Operands of 16 bits are promoted to `int`: the product does not wrap at 65,536.
int product(short a, short b)
{
    int p = a * b;
    if (p > 65535) //~ C1: T covered, F covered
        return 2;
    if (a > 32767) //~ C1: T open, F covered
        return 3; //~ statement: open
    if (p == -35) //~ C1: T covered, F covered
        return 1;
    return 0;
}
