//@ entry: step
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ options: --fitness enhanced
// What the last `if` tests is a constant on some ways and an input on others, and a count in memory that most inputs set to 0.
struct control {
    int state, request, voltage, good;
};
int step(struct control *c)
{
    if (!c) //~ C1: T covered, F covered
        return -1;
    if (c->voltage >= 105000 && c->voltage <= 105020) //~ C1: T covered, F covered; C2: T covered, F covered
        c->good++;
    else
        c->good = 0;
    int next = c->state;
    if (c->request == 7777777) //~ C1: T covered, F covered
        next = 4;
    else if (c->state > 4000) //~ C1: T covered, F covered
        next = 0;
    if (next == 3456 && c->good >= 5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (next == 4 && c->good == 90210) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 0;
}
