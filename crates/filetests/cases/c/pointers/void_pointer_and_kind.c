//@ entry: read_as
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A `void *` read by kind; the test supplies bytes enough or the read faults.
int read_as(const void *data, int kind)
{
    if (!data) //~ C1: T covered, F covered
        return -1;
    if (kind == 0) //~ C1: T covered, F covered
        return *(const unsigned char *)data > 9 ? 1 : 0; //~ C1: T covered, F covered
    return kind == 1 ? 2 : 3; //~ C1: T covered, F covered
}
