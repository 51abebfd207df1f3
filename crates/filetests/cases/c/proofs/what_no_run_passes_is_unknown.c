// Where every run ends in a fault or a trap, what lies behind is unknown. Behind an absolute address it is not: what is
// read there is an input.
//
//@ entry: at_an_address, through_a_global, behind_a_trap, behind_a_null_pointer
//@ strategies: dse, paths
//@ budget: 1500 evals
//@ other-faults: allowed

int at_an_address(unsigned char mask)
{
    unsigned char status = *(const unsigned char *)0x40021000u;
    if (status & mask) //~ C1: T covered, F covered
        return 1;
    return 0;
}

static const int *table;

void set_table(const int *from)
{
    table = from;
}

int through_a_global(unsigned char i)
{
    if (table[i & 3] > 5) //~ C1: T covered, F covered
        return 1;
    return 0;
}

static void stop(void)
{
    __builtin_trap();
}

int behind_a_trap(unsigned char x)
{
    stop();
    if (x > 5) //~ C1: T unknown, F unknown
        return 1;
    return 0;
}

int behind_a_null_pointer(unsigned char x)
{
    const int *none = 0;
    int first = *none;
    if (first > x) //~ C1: T unknown, F unknown
        return 1;
    return 0;
}
