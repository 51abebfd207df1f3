//@ entry: pair_release
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* Nothing says that the two parameters are different objects. */
#include <stdlib.h>

struct part {
    int size;
};

int pair_release(struct part *first, struct part *second)
{
    int size = 0;

    if (first) { //~ C1: T covered, F covered
        size += first->size & 15;
        free(first);
    }
    if (second) { //~ C1: T covered, F covered
        free(second); //~ fault: double-free
        size++;
    }
    return size;
}
