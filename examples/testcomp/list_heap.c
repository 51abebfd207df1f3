/* A singly linked list on the heap, built from inputs, with an element removed. */
#include <stdlib.h>

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->value = value;
    node->next = head;
    return node;
}

static struct node *remove_value(struct node *head, int value)
{
    struct node **link = &head;
    while (*link) {
        if ((*link)->value == value) {
            struct node *gone = *link;
            *link = gone->next;
            free(gone);
            return head;
        }
        link = &(*link)->next;
    }
    return head;
}

int main(void)
{
    struct node *head = 0;
    int length = 0;
    while (__VERIFIER_nondet_bool() && length < 10) {
        head = push(head, __VERIFIER_nondet_int());
        length++;
    }
    head = remove_value(head, __VERIFIER_nondet_int());
    int left = 0;
    for (struct node *node = head; node; node = node->next)
        left++;
    if (length >= 3 && left == length - 1 && head->value == 77)
        reach_error();
    return left;
}
