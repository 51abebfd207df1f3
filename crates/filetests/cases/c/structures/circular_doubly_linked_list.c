//@ entry: list_remove, list_is_sound, ring_length
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// Doubly linked lists: one with null at its ends, one that closes over a head inside of its owner.
#include <stdbool.h>
#include <stddef.h>
struct item {
    int value;
    struct item *prev, *next;
};
struct list {
    struct item *first, *last;
    int length;
};
struct link {
    struct link *prev, *next;
};
struct channel {
    int number;
    struct link waiters;
};
int list_remove(struct list *list, struct item *item)
{
    if (list->length <= 0) //~ C1: T covered, F covered
        return -1;
    if (item->prev == NULL && list->first != item) //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    if (item->prev != NULL) //~ C1: T covered, F covered
        item->prev->next = item->next;
    else
        list->first = item->next;
    if (item->next != NULL) //~ C1: T covered, F covered
        item->next->prev = item->prev;
    else
        list->last = item->prev;
    item->prev = item->next = NULL;
    return --list->length;
}
bool list_is_sound(const struct list *list)
{
    const struct item *before = NULL;
    int count = 0;
    for (const struct item *item = list->first; item != NULL; item = item->next) { //~ C1: T covered, F covered
        if (item->prev != before) //~ C1: T covered, F covered
            return false;
        before = item;
        if (++count > list->length) //~ C1: T covered, F covered
            return false;
    }
    return before == list->last && count == list->length; //~ C1: T covered, F covered; C2: T covered, F covered
}
int ring_length(const struct channel *channel)
{
    int length = 0;
    const struct link *head = &channel->waiters;
    for (const struct link *link = head->next; link != head; link = link->next) { //~ C1: T covered, F covered
        if (link == NULL) //~ C1: T covered, F covered
            return -1;
        if (link->prev == link->next && ++length > 1) //~ C1: T covered, F covered; C2: T covered, F covered
            return -2;
        length++;
    }
    return length;
}
