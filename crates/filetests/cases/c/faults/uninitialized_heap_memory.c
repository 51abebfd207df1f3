//@ entry: grown
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// What malloc returns was never written.
#include <stdlib.h>
struct entry {
    int used;
    int value;
};
int grown(int value)
{
    struct entry *entry = malloc(sizeof *entry);
    if (!entry) //~ C1: T unknown, F covered
        return -1;
    entry->value = value;
    int result = 0;
    if (entry->used) //~ fault: uninitialized-read; C1: T unknown, F covered
        result = 1;
    free(entry);
    return result;
}
