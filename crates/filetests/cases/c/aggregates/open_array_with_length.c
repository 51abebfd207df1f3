//@ entry: largest
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// Pointer and length: the length may promise more than the buffer holds.
int largest(const int *v, unsigned n)
{
    int best;
    if (!v || n == 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    best = v[0];
    for (unsigned i = 1; i < n; i++) //~ C1: T covered, F covered
        if (v[i] > best) //~ C1: T covered, F covered
            best = v[i];
    if (best == 500) //~ C1: T covered, F covered
        return 1;
    return 0;
}
