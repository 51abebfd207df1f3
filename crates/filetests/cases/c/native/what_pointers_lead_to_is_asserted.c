//@ entry: choose, name_of, make, slot, buffer
//@ budget: 4000 evals
// Pointers to functions, into variables of the unit, to hidden static memory and to blocks of the call.
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
    char name[24];
};

static struct node pool[4];
static int once(int x) { return x; }
static int twice(int x) { return 2 * x; }
static int (*current)(int) = once;

int (*choose(int on))(int)
{
    if (on > 3)                                 //~ C1: T covered, F covered
        current = twice;
    return on > 5 ? once : twice;               //~ C1: T covered, F covered
}

const unsigned char *name_of(int which)
{
    static unsigned char text[16];
    strcpy((char *)text, which == 7 ? "seven" : "other");       //~ C1: T covered, F covered
    return text;
}

struct node *make(int value)
{
    struct node *made = malloc(sizeof *made);
    if (!made)                                  //~ C1: T covered, F covered
        return NULL;
    made->value = value;
    made->next = NULL;
    strcpy(made->name, value > 5 ? "big" : "small");            //~ C1: T covered, F covered
    return made;
}

struct node *slot(unsigned at)
{
    if (at > 3)                                 //~ C1: T covered, F covered
        return NULL;
    pool[at].value = 1;
    return &pool[at];
}

void *buffer(unsigned size)
{
    if (size < 8 || size > 100)                 //~ C1: T covered, F covered; C2: T covered, F covered
        return NULL;
    return malloc(size);
}
