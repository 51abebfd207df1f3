//@ entry: settle
//@ budget: 1000 evals
//@ without: search, because values alone do not come to all of it within the budget

/* Many pointers, so many shapes to try, and numbers that only a solver finds: paths of the first shape come first. */
struct part {
    struct part *next, *previous, *owner;
    int *values;
    char *name;
    unsigned key;
};

int settle(struct part *p, struct part *q, unsigned a, unsigned b)
{
    int found = 0;
    if (p->next == q) //~ C1: T covered, F covered
        found++;
    if (p->previous == p->owner) //~ C1: T covered, F covered
        found++;
    if (q->values == 0) //~ C1: T covered, F covered
        found++;
    if (q->owner == q) //~ C1: T covered, F covered
        found++;
    if (p->name && p->name[0] == 'x') //~ C1: T covered, F covered; C2: T covered, F covered
        found++;
    if (a * 2654435761u == 0x12345678u) { //~ C1: T covered, F covered
        found += 10;
        if ((b ^ a) * 40503u == 0x0badcafeu) { //~ C1: T covered, F covered
            found += 10;
            if (p->key + q->key == a - 7u) //~ C1: T covered, F covered
                found += 10;
        }
    }
    return found;
}
