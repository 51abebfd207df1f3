//@ entry: first_multiple
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `for (;;)` has no condition, hence no goal; the `if` inside ends it.
int first_multiple(unsigned char of, unsigned char from)
{
    int value = from;
    if (of == 0) //~ C1: T covered, F covered
        return -1;
    for (;;) {
        if (value % of == 0) //~ C1: T covered, F covered
            return value;
        value++; //~ statement: covered
    }
}
