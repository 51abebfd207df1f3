//@ entry: detach
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Assignment copies the members; the original stays as it was.
struct item {
    int key;
    char name[4];
};
int detach(struct item *item)
{
    struct item copy;
    if (!item) //~ C1: T covered, F covered
        return -1;
    copy = *item;
    copy.key += 1;
    if (copy.key == item->key) //~ C1: T open, F covered
        return 1; //~ statement: open
    if (copy.name[1] == 'k') //~ C1: T covered, F covered
        return 2;
    return 0;
}
