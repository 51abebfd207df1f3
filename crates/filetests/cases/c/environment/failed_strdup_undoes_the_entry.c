//@ entry: add_entry
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

struct entry {
    char *key, *value;
};

/* Fills `entry` from "key:value". Returns 0, or -1 without a colon, or -2 without memory. */
int add_entry(struct entry *entry, const char *text)
{
    const char *colon;

    if (entry == NULL || text == NULL)          //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    colon = strchr(text, ':');
    if (colon == NULL)                          //~ C1: T covered, F covered
        return -1;
    entry->key = strndup(text, (size_t)(colon - text));
    entry->value = strdup(colon + 1);
    if (entry->key != NULL && entry->value != NULL)     //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    free(entry->key);
    free(entry->value);
    entry->key = entry->value = NULL;
    return -2;
}
