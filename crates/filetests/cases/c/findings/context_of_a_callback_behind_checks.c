//@ entry: on_item, on_value, on_total, on_other
// The context of a callback has a type in its body only. What the body checks and still gets wrong is its own fault;
// what it never looks at is kept in order by whom it registered with, and an upper bound is no look at zero.
#include <stddef.h>

struct window {
    int first, last;
    unsigned divisor, shift;
};

static const int weights[8] = {1, 2, 3, 5, 8, 13, 21, 34};

int on_item(void *context, int item)
{
    const struct window *window = context;

    if (window == NULL || window->first < 0 || window->first > 8) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -1;
    return item * weights[window->first]; //~ fault: out-of-bounds, class code
}

int on_value(int value, void *context)
{
    const struct window *window = context;

    if (context == NULL) //~ C1: T covered, F covered
        return value;
    if (window->divisor > 100) //~ C1: T covered, F covered
        return 0;
    return value / (int)window->divisor; //~ fault: division-by-zero, class precondition
}

int on_total(void *context)
{
    const struct window *window = context;

    if (context == NULL) //~ C1: T covered, F covered
        return 0;
    return weights[window->last]; //~ fault: out-of-bounds, class precondition
}

int on_other(void *context, unsigned value)
{
    const struct window *window = context;

    if (context == NULL || window->shift > 32) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    return (int)(value >> window->shift); //~ fault: invalid-shift, class code
}
