//@ entry: wide_product
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The full product of two 64-bit numbers.
int wide_product(long long a, long long b)
{
    __int128 p = (__int128)a * b;
    if (p < 0) //~ C1: T covered, F covered
        return -1;
    if (p > ((__int128)1 << 64)) //~ C1: T covered, F covered
        return 2;
    return p == 0 ? 0 : 1; //~ C1: T covered, F covered
}
