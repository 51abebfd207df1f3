//@ entry: mask_of
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Shifting 32 bits by 32 or more is undefined.
unsigned mask_of(unsigned n)
{
    return 1u << n; //~ fault: invalid-shift
}
