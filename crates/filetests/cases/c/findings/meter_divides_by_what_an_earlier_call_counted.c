//@ entry: meter_new, meter_add, meter_reset, meter_mean, meter_free
//@ options: --module
//@ budget: 3000 evals
//@ seed: 8
// A fault that only a sequence of calls shows is a finding.
#include <stdlib.h>

struct meter {
    unsigned sum;
    unsigned count;
};

struct meter *meter_new(void)
{
    struct meter *m = malloc(sizeof *m);
    if (m) {                                        //~ C1: T covered, F covered
        m->sum = 0;
        m->count = 1;
    }
    return m;
}

void meter_add(struct meter *m, unsigned value)
{
    m->sum += value;
    m->count++;
}

void meter_reset(struct meter *m)
{
    if (m->count > 3)                               //~ C1: T covered, F covered
        m->count = 0;
    m->sum = 0;
}

unsigned meter_mean(const struct meter *m)
{
    return m->sum / m->count;                       //~ fault: division-by-zero, class code
}

void meter_free(struct meter *m)
{
    free(m);
}
