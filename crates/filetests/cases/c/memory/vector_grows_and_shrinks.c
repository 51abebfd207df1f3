//@ entry: vector_push, vector_pop
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* The elements move when the vector grows. */
#include <stdlib.h>

struct vector {
    int *items;
    unsigned count;
    unsigned room;
};

int vector_push(struct vector *vector, int item)
{
    if (!vector) //~ C1: T covered, F covered
        return -1;
    if (vector->count > vector->room || vector->room > 8) //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    if (vector->count == vector->room) { //~ C1: T covered, F covered
        unsigned room = vector->room ? 2 * vector->room : 4; //~ C1: T covered, F covered
        int *items = realloc(vector->items, room * sizeof *items);

        if (!items) //~ C1: T covered, F covered
            return -3;
        vector->items = items;
        vector->room = room;
    }
    if (!vector->items) //~ C1: T covered, F covered
        return -4;
    vector->items[vector->count++] = item;
    return 0;
}

int vector_pop(struct vector *vector)
{
    if (!vector || !vector->count) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (--vector->count == 0) { //~ C1: T covered, F covered
        free(vector->items);
        vector->items = NULL;
        vector->room = 0;
    }
    return 0;
}
