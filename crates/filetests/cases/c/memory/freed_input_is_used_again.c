//@ entry: item_take, item_drop
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* The functions' own mistakes with what they were given. */
#include <stdlib.h>

struct item {
    int kind;
    int uses;
};

int item_take(struct item *item)
{
    if (!item) //~ C1: T covered, F covered
        return -1;
    if (item->kind == 2) { //~ C1: T covered, F covered
        free(item);
        return item->uses; //~ fault: use-after-free
    }
    return 0;
}

int item_drop(struct item *item, int twice)
{
    if (!item) //~ C1: T covered, F covered
        return -1;
    free(item);
    if (twice == 7) { //~ C1: T covered, F covered
        free(item); //~ fault: double-free
        return 1;
    }
    return 0;
}
