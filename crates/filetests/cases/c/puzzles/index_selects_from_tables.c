//@ entry: table, permuted_twice, stored
//@ strategies: dse

static const unsigned squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
static const unsigned char permutation[16] = {7, 12, 3, 9, 0, 15, 6, 1, 10, 4, 14, 2, 8, 13, 5, 11};

int table(unsigned i, unsigned j)
{
    if (i >= 16 || j >= 16) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (squares[i] + squares[j] == 313) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int permuted_twice(unsigned i)
{
    if (permutation[permutation[i & 15] & 15] == 5 && i > 4000000000u) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}

/* What is stored at an unknown place is read back from it. */
int stored(unsigned i, unsigned j, int value)
{
    int cells[8] = {0};
    cells[i & 7] = value;
    cells[j & 7] += 1000;
    if (cells[5] == 123456 && cells[2] == 1000) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
