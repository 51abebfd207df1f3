//@ entry: drop
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int drop(struct node *node)
{
    if (node && node->next == node) {   //~ C1: T covered, F covered; C2: T covered, F covered
        free(node);
        return 1;
    }
    return 0;
}
