//@ entry: lookup, ready, setup

/* What constructors leave in variables of the file is where each test begins, as it is natively. They run in the order
   of their priorities. */
static int table[4];
static int *chosen;
static int order;

__attribute__((constructor(201))) static void choose(void)
{
    order = order * 10 + 2;
    chosen = &table[2];
}

__attribute__((constructor(200))) static void fill(void)
{
    order = order * 10 + 1;
    for (int i = 0; i < 4; i++)
        table[i] = 7 * i;
}

static int times;

__attribute__((constructor)) void setup(void)
{
    if (times++ > 0) //~ C1: T covered, F covered
        order = 0;
}

int lookup(int key)
{
    if (key == *chosen) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int ready(void)
{
    if (order == 12) //~ C1: T covered, F covered
        return 1;
    return 0;
}
