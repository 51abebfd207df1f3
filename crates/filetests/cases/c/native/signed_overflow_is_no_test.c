//@ entry: grows
// Only an overflow makes the sum smaller, which compilers take for what cannot be: no test relies on it.
int grows(int a)
{
    if (a + 100 < a) //~ C1: T open, F covered
        return 0;
    return 1;
}
