//@ entry: list_destroy, list_remove
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* The nodes that the functions free come from the heap. */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int list_destroy(struct node *list)
{
    int freed = 0;

    while (list) { //~ C1: T covered, F covered
        struct node *next = list->next;

        free(list);
        list = next;
        freed++;
    }
    if (freed > 2) //~ C1: T covered, F covered
        return -1;
    return freed;
}

/* Frees one node in the middle; the caller keeps the others. */
int list_remove(struct node **head, int value)
{
    if (!head) //~ C1: T covered, F covered
        return -1;
    while (*head && (*head)->value != value) //~ C1: T covered, F covered; C2: T covered, F covered
        head = &(*head)->next;
    if (!*head) //~ C1: T covered, F covered
        return 0;
    struct node *old = *head;
    *head = old->next;
    free(old);
    return 1;
}
