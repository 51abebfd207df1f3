//@ entry: total
// That a function called does nothing for null says nothing about its caller, which takes the pointer as it is.
struct item {
    int cost;
};

static int used;

static void mark(const struct item *item)
{
    if (item == 0)
        return;
    used++;
}

int total(const struct item *item, int amount)
{
    mark(item);
    if (amount > 10)                                    //~ C1: T covered, F covered
        return 0;
    return item->cost * amount;                         //~ fault: null-dereference, class precondition
}
