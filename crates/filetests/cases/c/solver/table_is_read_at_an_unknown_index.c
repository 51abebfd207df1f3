//@ entry: look_up
//@ strategies: dse

static const unsigned short table[8] = {12, 977, 40, 31337, 5, 6021, 77, 900};

/* Only two indices together give this sum. */
int look_up(unsigned i, unsigned j)
{
    if (table[i & 7u] + table[j & 7u] == 37358) //~ C1: T covered, F covered
        return 1;
    return 0;
}
