//@ entry: gate_new, gate_power, gate_badge, gate_door, gate_opens, gate_free
//@ options: --module
//@ criteria: branch, mcdc
//@ other-faults: allowed
//@ budget: 4000 evals
// The halves of each pair are states that no single test needs to show.
#include <stdlib.h>

struct gate {
    int power;
    int badge;
    int door;
};

struct gate *gate_new(void)
{
    return calloc(1, sizeof(struct gate));
}

void gate_power(struct gate *g, int on)
{
    g->power = on > 10;
}

void gate_badge(struct gate *g, int number)
{
    g->badge = number;
}

void gate_door(struct gate *g)
{
    g->door = !g->door;
}

int gate_opens(const struct gate *g)
{
    if (g->power && (g->badge == 4711 || !g->door)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; mcdc 3/3
        return 1;
    return 0;
}

void gate_free(struct gate *g)
{
    free(g);
}
