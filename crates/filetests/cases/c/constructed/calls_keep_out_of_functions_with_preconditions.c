//@ entry: valve_init, valve_open, valve_flow
//@ settings: calls_keep_out_of_functions_with_preconditions.toml
//@ budget: 2000 evals
// `valve_open` has a stated precondition, and no sequence of calls is made to keep it: so none calls it, and what only its calls bring about stays open.

#include <stdint.h>

struct valve {
    uintptr_t check;
    int turns;
};

void valve_init(struct valve *v)
{
    v->check = (uintptr_t)v ^ 0x5ca1ab1eu;
    v->turns = 0;
}

int valve_open(struct valve *v, int turns)
{
    if (v->check != ((uintptr_t)v ^ 0x5ca1ab1eu))   //~ C1: T covered, F open
        return -1;
    v->turns = turns;
    v->check = (uintptr_t)v ^ 0x5ca1ab1fu;
    return 0;
}

int valve_flow(const struct valve *v)
{
    if (v->check == ((uintptr_t)v ^ 0x5ca1ab1eu))   //~ C1: T covered, F covered
        return 0;
    if (v->check != ((uintptr_t)v ^ 0x5ca1ab1fu))   //~ C1: T covered, F open
        return -1;
    return v->turns;
}
