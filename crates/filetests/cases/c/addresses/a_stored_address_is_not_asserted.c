//@ entry: remember
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// What is stored is another address in every run; that it is stored is not lost on the length.
struct note {
    unsigned long where;
    int length;
};
int remember(struct note *note, int *object)
{
    if (!note || !object) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    note->where = (unsigned long)object;
    note->length = 4;
    return 0;
}
