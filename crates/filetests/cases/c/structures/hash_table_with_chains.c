//@ entry: table_get, table_put, table_longest_chain
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// A hash table whose buckets are lists; entries belong to the caller.
#include <stddef.h>
#include <string.h>
#define BUCKETS 8
struct entry {
    const char *key;
    int value;
    struct entry *next;
};
struct table {
    struct entry *buckets[BUCKETS];
    unsigned count;
};
static unsigned hash(const char *key)
{
    unsigned h = 2166136261u;
    while (*key)
        h = (h ^ (unsigned char)*key++) * 16777619u;
    return h % BUCKETS;
}
int table_get(const struct table *table, const char *key, int fallback)
{
    const struct entry *entry = table->buckets[hash(key)];
    for (; entry != NULL; entry = entry->next) //~ C1: T covered, F covered
        if (strcmp(entry->key, key) == 0) //~ C1: T covered, F covered
            return entry->value;
    return fallback;
}
int table_put(struct table *table, struct entry *added)
{
    struct entry **link;
    if (added == NULL || added->key == NULL) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    link = &table->buckets[hash(added->key)];
    while (*link != NULL) { //~ C1: T covered, F covered
        if (*link == added) //~ C1: T covered, F covered
            return -2;
        if (strcmp((*link)->key, added->key) == 0) { //~ C1: T covered, F covered
            added->next = (*link)->next;
            *link = added;
            return 0;
        }
        link = &(*link)->next;
    }
    added->next = NULL;
    *link = added;
    return (int)++table->count;
}
unsigned table_longest_chain(const struct table *table)
{
    unsigned longest = 0;
    for (int i = 0; i < BUCKETS; i++) { //~ C1: T covered, F covered
        unsigned length = 0;
        for (const struct entry *entry = table->buckets[i]; entry != NULL; entry = entry->next) //~ C1: T covered, F covered
            length++;
        if (length > longest) //~ C1: T covered, F covered
            longest = length;
    }
    return longest > 2 ? 99 : longest; //~ C1: T covered, F covered
}
