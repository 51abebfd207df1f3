//@ entry: open_device
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The stub's pointer may be null or point to something.
struct device {
    int ready;
};
extern struct device *find_device(int id);
int open_device(int id)
{
    struct device *d = find_device(id);
    if (!d) //~ C1: T covered, F covered
        return -1;
    if (d->ready) //~ C1: T covered, F covered
        return 1;
    return 0;
}
