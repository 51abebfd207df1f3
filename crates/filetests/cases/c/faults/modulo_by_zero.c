//@ entry: slot_of
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `%` faults like `/`.
int slot_of(unsigned hash, unsigned buckets)
{
    return (int)(hash % buckets); //~ fault: division-by-zero
}
