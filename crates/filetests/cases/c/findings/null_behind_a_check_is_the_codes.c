//@ entry: price, length, last
// A null pointer that the code compared with null and uses nevertheless is a finding; one that it never looks at
// says that no caller passes it.
#include <stddef.h>

struct item {
    int cost;
    struct item *next;
};

int price(const struct item *item, int amount)
{
    int tax = 0;
    if (item != NULL && item->cost > 10)                //~ C1: T covered, F covered; C2: T covered, F covered
        tax = 2;
    return amount * item->cost + tax;                   //~ fault: null-dereference, class code
}

int length(const struct item *item)
{
    return item->cost;                                  //~ fault: null-dereference, class precondition
}

/* The check of `next` comes after its first use. */
int last(const struct item *item)
{
    if (item == NULL)                                   //~ C1: T covered, F covered
        return 0;
    while (item != NULL && item->cost != 7)             //~ C1: T covered, F covered; C2: T covered, F covered
        item = item->next;
    return item->cost;                                  //~ fault: null-dereference, class code
}
