//@ entry: average
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The count may be zero.
int average(unsigned sum, unsigned count)
{
    unsigned mean = sum / count; //~ fault: division-by-zero
    if (mean > 10) //~ C1: T covered, F covered
        return 1;
    return 0;
}
