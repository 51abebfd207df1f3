//@ entry: masks
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// `&` and `|` evaluate both sides: one condition, no independence pairs.
int masks(int a, int b)
{
    if ((a > 3) & (b > 3)) //~ C1: T covered, F covered
        return 1;
    if ((a == 2) | (b == 2)) //~ C1: T covered, F covered
        return 2;
    return 0;
}
