//@ entry: run
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Labels as values: a table of addresses, the usual interpreter loop.
int run(const unsigned char program[4])
{
    static const void *const table[] = {&&stop, &&increment, &&twice};
    int value = 1, pc = 0;
    if (!program) //~ C1: T covered, F covered
        return -1;
next:
    if (pc == 4 || program[pc] > 2) //~ C1: T covered, F covered; C2: T covered, F covered
        return value;
    goto *table[program[pc++]];
increment:
    value++; //~ statement: covered
    goto next;
twice:
    value *= 2; //~ statement: covered
    goto next;
stop:
    return -value; //~ statement: covered
}
