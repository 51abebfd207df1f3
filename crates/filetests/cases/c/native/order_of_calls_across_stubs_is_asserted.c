//@ entry: store, twice
//@ budget: 3000 evals
// Beside the number of calls of each stub, in which order different ones are called, callbacks included.
void lock(int device);
int write_out(int device, int value);
void unlock(int device);

int store(int device, int value)
{
    int result;

    if (value < 0)                                  //~ C1: T covered, F covered
        return -1;
    lock(device);
    result = write_out(device, value);
    unlock(device);
    return result;
}

int twice(int (*visit)(int), int value)
{
    if (!visit)                                     //~ C1: T covered, F covered
        return 0;
    lock(0);
    value = visit(value);
    unlock(0);
    return value;
}
