// Nothing is known of what `s` points to, and nothing need be: the conditions contradict each other.
//
//@ entry: kind_is_low, level_in_loop, after_guard
//@ criteria: branch, mcdc
//@ strategies: dse
//@ budget: 5000 evals
//@ without: search, because values prove nothing infeasible

struct sensor {
    int level;
    unsigned char kind;
};

int kind_is_low(const struct sensor *s)
{
    if (s == 0) //~ C1: T covered, F covered
        return -1;
    if (s->kind < 4 || s->kind < 2) //~ C1: T covered, F covered; C2: T infeasible, F covered; mcdc 1/2, rest infeasible
        return 1;
    return 0;
}

int level_in_loop(const struct sensor *all, int n)
{
    int found = 0;
    if (all == 0 || n < 0 || n > 3) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; mcdc 3/3
        return 0;
    for (int i = 0; i < n; i++) { //~ C1: T covered, F covered
        if (all[i].level > 100) { //~ C1: T covered, F covered
            found++;
            if (all[i].level == 50) //~ C1: T infeasible, F covered
                found = -1;
        }
    }
    return found;
}

static int limit;

int after_guard(int x)
{
    if (x <= limit) //~ C1: T covered, F covered
        return 0;
    limit++;
    if (x < limit - 1) //~ C1: T infeasible, F covered
        return 1;
    return 2;
}
