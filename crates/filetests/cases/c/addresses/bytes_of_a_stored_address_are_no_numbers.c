//@ entry: gap
//@ budget: 3000 evals
// A header is read over an object whose bytes there are an address: what numbers they are, no test can know.
struct node {
    struct node *next;
};

struct header {
    unsigned short flags, length;
    unsigned short start, end;
};

int gap(struct node *list)
{
    const struct header *header = (const struct header *)list;
    if (list->next != list)         //~ C1: T covered, F unknown
        return -1;
    if (header->length == 0)        //~ C1: T unknown, F unknown
        return 1;
    return 0;
}
