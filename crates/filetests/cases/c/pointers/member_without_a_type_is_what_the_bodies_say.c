//@ entry: step, level_of
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// A handle whose member hides the state: of a type that this file does not know, or of none. Bodies cast it.
struct hidden;
struct stream {
    const char *name;
    struct hidden *state;
    void *user;
};
struct engine {
    struct stream *owner;
    int mode;
    unsigned window;
};
struct meter {
    int level;
    int limit;
};
static int is_broken(const struct stream *s)
{
    if (s == 0)
        return 1;
    const struct engine *e = (const struct engine *)s->state;
    return e == 0 || e->owner != s || e->mode < 3 || e->mode > 9;
}
int step(struct stream *s)
{
    if (is_broken(s)) //~ C1: T covered, F covered
        return -1;
    struct engine *e = (struct engine *)s->state;
    if (e->mode == 5 && e->window > 1000) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    e->mode++;
    return e->mode == 9;
}
int level_of(struct stream *s)
{
    struct meter *m = s->user;
    if (m && m->level > m->limit) //~ C1: T covered, F covered; C2: T covered, F covered
        return m->limit;
    return 0;
}
