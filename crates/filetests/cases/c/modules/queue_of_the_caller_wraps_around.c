//@ entry: queue_init, is_full, queue_put, queue_take, queue_longest
//@ options: --module
//@ other-faults: allowed
//@ budget: 4000 evals

#define ROOM 4

struct queue {
    int items[ROOM];
    unsigned head;
    unsigned count;
    unsigned longest;
    int overwrites;
};

void queue_init(struct queue *q, int overwrites)
{
    q->head = q->count = q->longest = 0;
    q->overwrites = overwrites;
}

static int is_full(const struct queue *q)
{
    return q->count == ROOM;
}

int queue_put(struct queue *q, int item)
{
    if (is_full(q)) {                               //~ C1: T covered, F covered
        if (!q->overwrites)                         //~ C1: T covered, F covered
            return 0;
        q->head = (q->head + 1) % ROOM;
        q->count--;
    }
    q->items[(q->head + q->count) % ROOM] = item;
    q->count++;
    if (q->count > q->longest)                      //~ C1: T covered, F covered
        q->longest = q->count;
    return 1;
}

int queue_take(struct queue *q, int *item)
{
    if (q->count == 0)                              //~ C1: T covered, F covered
        return 0;
    *item = q->items[q->head];
    if (++q->head == ROOM)                          //~ C1: T covered, F covered
        q->head = 0;
    q->count--;
    return 1;
}

unsigned queue_longest(const struct queue *q)
{
    return q->longest;
}
