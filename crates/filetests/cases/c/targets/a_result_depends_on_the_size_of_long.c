//@ entry: words, total, narrow
//@ strategies: dse
//@ budget: 4000 evals
//@ settings: i386.toml
//@ without: search, because values alone do not come to all of it within the budget
/* With 32 bits: sizes, layouts of structures with pointers and 64-bit members, and constants that depend on them. */
#include <stddef.h>

struct node {
    struct node *next;
    long long stamp;
    char tag;
    double weight;
};

int words(unsigned long value)
{
    if (sizeof(long) == 4) //~ C1: T covered, F infeasible
        return value > 0x7fffffffUL ? -4 : 4; //~ C1: T covered, F covered
    return 8;
}

int total(const struct node *list)
{
    int sum = 0;

    if (sizeof(struct node) != 24 || offsetof(struct node, weight) != 16) //~ C1: T infeasible, F covered; C2: T infeasible, F covered
        return -1;
    while (list) { //~ C1: T covered, F covered
        if (list->stamp > 0x100000000LL) //~ C1: T covered, F covered
            sum += list->tag;
        list = list->next;
    }
    return sum;
}

int narrow(long a, long b)
{
    unsigned long product = (unsigned long)a * (unsigned long)b;

    if (product == 7 && a > 100000) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
