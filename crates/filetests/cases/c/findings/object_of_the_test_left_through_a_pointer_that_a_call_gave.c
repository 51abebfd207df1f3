//@ entry: entry_of_key, entry_value
//@ options: --module
//@ budget: 2000 evals
// A call that computes where its caller's object would lie in a larger one gives no such object for a string of the test:
// what reads it blames a precondition that nobody wrote down.
#include <stddef.h>

struct entry {
    unsigned value;
    char key[12];
};

struct entry *entry_of_key(const char *key)
{
    if (key == NULL)                                //~ C1: T covered, F covered
        return NULL;
    return (struct entry *)((char *)key - offsetof(struct entry, key));
}

unsigned entry_value(const struct entry *entry)
{
    if (entry == NULL)                              //~ C1: T covered, F unknown
        return 0;
    return entry->value;          //~ fault: out-of-bounds, class precondition
}
