//@ entry: bucket
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A hash of an address is another one in every run; null has its bucket.
int bucket(int *p)
{
    unsigned long hash = ((unsigned long)p >> 4) * 2654435761ul >> 3;
    if (hash % 8 == 3) //~ C1: T open, F covered
        return 3;
    return 0;
}
