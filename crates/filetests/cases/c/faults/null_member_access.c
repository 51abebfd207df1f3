//@ entry: member
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The member lies behind null at a small offset.
struct header {
    int magic;
    int size;
};
int member(const struct header *h)
{
    int size = h->size; //~ fault: null-dereference
    if (size > 4) //~ C1: T covered, F covered
        return 1;
    return 0;
}
