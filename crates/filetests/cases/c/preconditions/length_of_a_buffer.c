//@ entry: checksum, last_of
//@ settings: length_of_a_buffer.toml
/* No access within the length is a fault, and the one behind it is the code's. */
struct view {
    unsigned count;
    const int *items;
};

int checksum(const unsigned char *data, unsigned long size)
{
    int sum = 0;

    if (size == 0 || size > 64) //~ C1: T open, F covered; C2: T open, F covered
        return -1;
    for (unsigned long i = 0; i < size; i++)    //~ C1: T covered, F covered
        sum += data[i];
    if (data[size - 1] == 0x7f) //~ C1: T covered, F covered
        return 1;
    if (size > 4)               //~ C1: T covered, F covered
        return 2;
    return sum > 200;
}

int last_of(const struct view *view)
{
    int sum = 0;

    if (view->count == 0)       //~ C1: T covered, F covered
        return 0;
    if (view->items[view->count - 1] == 9)      //~ C1: T covered, F covered
        return view->items[view->count];        //~ fault: out-of-bounds
    return sum;
}
