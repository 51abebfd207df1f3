//@ entry: message_take
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* A structure with a flexible array member, in a queue that is itself kept. */
#include <stdlib.h>

struct message {
    int length;
    int data[];
};

struct queue {
    struct message *first;
    int taken;
};

int message_take(struct queue *queue)
{
    int sum = 0;

    if (!queue || !queue->first) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    for (int i = 0; i < queue->first->length && i < 3; i++) //~ C1: T covered, F covered; C2: T covered, F covered
        sum += queue->first->data[i] & 0xff;
    free(queue->first);
    queue->first = NULL;
    queue->taken++;
    if (sum == 77) //~ C1: T covered, F covered
        return 1;
    return 0;
}
