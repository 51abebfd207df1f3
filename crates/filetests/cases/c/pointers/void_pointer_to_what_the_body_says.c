//@ entry: state_of
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ tests: at most 4
//@ options: --mutants 0
//@ without: hybrid, because the number of its tests is that of search
// A handle without a type: the casts in the body say what lies behind it, far from its first byte.
typedef struct {
    char buffer[5000];
    int state;
} session;

struct reading {
    double value;
    unsigned flags;
};

int state_of(void *handle, const void *data)
{
    const struct reading *reading = data;
    int state = ((session *)handle)->state;
    if (state < 0) //~ C1: T covered, F covered
        return -state;
    if (reading->flags & 4u) //~ C1: T covered, F covered
        return reading->value > 2.5 ? 2 : 1; //~ C1: T covered, F covered
    return 0;
}
