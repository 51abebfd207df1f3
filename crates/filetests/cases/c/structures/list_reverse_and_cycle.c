//@ entry: list_reverse, list_has_cycle, list_cycle_length
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// Reversal in place, and Floyd's tortoise and hare: the list must be able to bite its tail.
#include <stdbool.h>
#include <stddef.h>
struct node {
    int key;
    struct node *next;
};
struct node *list_reverse(struct node *head)
{
    struct node *done = NULL;
    if (head == NULL || head->next == NULL) //~ C1: T covered, F covered; C2: T covered, F covered
        return head;
    while (head != NULL) { //~ C1: T covered, F covered
        struct node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}
bool list_has_cycle(const struct node *head)
{
    const struct node *slow = head, *fast = head;
    while (fast != NULL && fast->next != NULL) { //~ C1: T covered, F covered; C2: T covered, F covered
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast) //~ C1: T covered, F covered
            return true;
    }
    return false;
}
int list_cycle_length(const struct node *head)
{
    const struct node *slow = head, *fast = head;
    int length = 1;
    do {
        if (fast == NULL || fast->next == NULL) //~ C1: T covered, F covered; C2: T covered, F covered
            return 0;
        slow = slow->next;
        fast = fast->next->next;
    } while (slow != fast); //~ C1: T covered, F covered
    for (fast = slow->next; fast != slow; fast = fast->next) //~ C1: T covered, F covered
        length++;
    if (length > 3) //~ C1: T covered, F covered
        return -1;
    return length;
}
