//@ entry: pot_make_start, pot_make_add, pot_make_total
//@ options: --module
//@ other-faults: allowed
//@ budget: 3000 evals
// `make` is of the structure's name here: `pot_make_add` works on what `pot_make_start` filled, and makes nothing itself.

struct pot_make {
    int count;
    int last;
};

void pot_make_start(struct pot_make *p)
{
    p->count = 0;
    p->last = 0;
}

int pot_make_add(struct pot_make *p, int v)
{
    if (v <= p->last)                               //~ C1: T covered, F covered
        return -1;
    p->last = v;
    p->count++;
    return 0;
}

int pot_make_total(const struct pot_make *p)
{
    if (p->count > 2)                               //~ C1: T covered, F covered
        return p->last;
    return 0;
}
