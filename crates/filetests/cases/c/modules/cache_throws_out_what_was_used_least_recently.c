//@ entry: lru_new, find, unlink_entry, lru_put, lru_get, lru_hits, lru_destroy
//@ options: --module
//@ other-faults: allowed
//@ budget: 12000 evals

#include <stdlib.h>

struct entry {
    int key;
    int value;
    struct entry *newer;
    struct entry *older;
};

struct lru {
    struct entry *newest;
    struct entry *oldest;
    int count;
    int room;
    int hits;
};

struct lru *lru_new(int room)
{
    if (room < 1 || room > 100)                     //~ C1: T covered, F covered; C2: T covered, F covered
        return NULL;
    struct lru *c = calloc(1, sizeof *c);
    if (!c)                                         //~ C1: T covered, F covered
        return NULL;
    c->room = room;
    return c;
}

static struct entry *find(struct lru *c, int key)
{
    for (struct entry *e = c->newest; e; e = e->older) {    //~ C1: T covered, F covered
        if (e->key == key)                          //~ C1: T covered, F covered
            return e;
    }
    return NULL;
}

static void unlink_entry(struct lru *c, struct entry *e)
{
    if (e->newer)                                   //~ C1: T covered, F covered
        e->newer->older = e->older;
    else
        c->newest = e->older;
    if (e->older)                                   //~ C1: T covered, F covered
        e->older->newer = e->newer;
    else
        c->oldest = e->newer;
}

static void link_newest(struct lru *c, struct entry *e)
{
    e->newer = NULL;
    e->older = c->newest;
    if (c->newest)
        c->newest->newer = e;
    else
        c->oldest = e;
    c->newest = e;
}

int lru_put(struct lru *c, int key, int value)
{
    struct entry *e = find(c, key);
    if (e) {                                        //~ C1: T covered, F covered
        unlink_entry(c, e);
    } else {
        if (c->count == c->room) {                  //~ C1: T covered, F covered
            e = c->oldest;
            unlink_entry(c, e);
        } else {
            e = malloc(sizeof *e);
            if (!e)                                 //~ C1: T covered, F covered
                return -1;
            c->count++;
        }
        e->key = key;
    }
    e->value = value;
    link_newest(c, e);
    return c->count;
}

int lru_get(struct lru *c, int key, int *value)
{
    struct entry *e = find(c, key);
    if (!e)                                         //~ C1: T covered, F covered
        return 0;
    c->hits++;
    unlink_entry(c, e);
    link_newest(c, e);
    *value = e->value;
    return 1;
}

int lru_hits(const struct lru *c)
{
    return c->hits;
}

void lru_destroy(struct lru *c)
{
    if (!c)                                         //~ C1: T covered, F covered
        return;
    while (c->newest) {                             //~ C1: T covered, F covered
        struct entry *older = c->newest->older;
        free(c->newest);
        c->newest = older;
    }
    free(c);
}
