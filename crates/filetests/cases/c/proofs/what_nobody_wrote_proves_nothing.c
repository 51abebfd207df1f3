// Bytes that were never written, padding among them, hold what the stack held before.
//
//@ entry: unset_array, unset_element, padding, unset_scalar
//@ strategies: dse, paths
//@ budget: 1500 evals
//@ other-faults: allowed

static int sum(const unsigned char *bytes, int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += bytes[i];
    return all;
}

int unset_array(unsigned char x)
{
    unsigned char bytes[4];
    bytes[0] = x;
    if (bytes[1] == 9) //~ C1: T unknown, F covered
        return 1;
    return 0;
}

int unset_element(unsigned char x)
{
    unsigned char bytes[4];
    bytes[0] = 1;
    if (bytes[x & 3] == 9) //~ C1: T unknown, F covered
        return 1;
    return 0;
}

struct pair {
    char tag;
    int value;
};

int padding(unsigned char x)
{
    struct pair pair;
    pair.tag = 0;
    pair.value = x & 1;
    if (sum((const unsigned char *)&pair, sizeof pair) > 7) //~ C1: T unknown, F covered
        return 1;
    return 0;
}

int unset_scalar(unsigned char x)
{
    int value;
    if (x == 7) //~ C1: T covered, F covered
        value = 1;
    if (value == 12) //~ C1: T unknown, F covered
        return 1;
    return 0;
}
