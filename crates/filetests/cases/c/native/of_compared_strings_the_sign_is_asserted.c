//@ entry: compare_entries
//@ budget: 4000 evals
#include <string.h>

struct entry {
    char name[8];
    unsigned char rank;
};

/* An order for qsort(): by name, then by rank. C leaves open how far from zero strcmp() is. */
int compare_entries(const struct entry *a, const struct entry *b)
{
    int order = strcmp(a->name, b->name);

    if (order != 0)                             //~ C1: T covered, F covered
        return order;
    return a->rank > b->rank ? 1 : a->rank < b->rank ? -1 : 0;  //~ C1: T covered, F covered; C2: T covered, F covered
}
