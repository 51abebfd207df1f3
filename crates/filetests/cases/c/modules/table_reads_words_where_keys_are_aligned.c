//@ entry: hash, table_new, table_put, table_get, table_free
//@ options: --module
//@ other-faults: allowed
//@ budget: 6000 evals
// How a key is read depends on where it lies: a test says so, by where it puts its strings.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct table {
    char *keys[8];
    int values[8];
};

static unsigned hash(const char *key)
{
    size_t length = strlen(key);
    unsigned sum = 7;
    if (((uintptr_t)key & 1) == 0) {                //~ C1: T covered, F covered
        for (; length >= 2; length -= 2, key += 2) {
            uint16_t word;
            memcpy(&word, key, sizeof word);
            sum = sum * 31 + word;
        }
    }
    for (; length > 0; length--, key++)
        sum = sum * 31 + (unsigned char)*key;
    return sum;
}

struct table *table_new(void)
{
    return calloc(1, sizeof(struct table));
}

int table_put(struct table *t, const char *key, int value)
{
    unsigned at = hash(key) & 7;
    if (t->keys[at] && strcmp(t->keys[at], key) != 0)   //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (!t->keys[at]) {                             //~ C1: T covered, F covered
        t->keys[at] = strdup(key);
        if (!t->keys[at])                           //~ C1: T covered, F covered
            return -2;
    }
    t->values[at] = value;
    return 0;
}

int table_get(const struct table *t, const char *key, int otherwise)
{
    unsigned at = hash(key) & 7;
    if (t->keys[at] && strcmp(t->keys[at], key) == 0)   //~ C1: T covered, F covered; C2: T covered, F covered
        return t->values[at];
    return otherwise;
}

void table_free(struct table *t)
{
    for (int at = 0; at < 8; at++)
        free(t->keys[at]);
    free(t);
}
