//@ entry: check_square
/* The assertion holds nearly everywhere: its distance leads to the violation. */
#include <trine.h>

static unsigned scaled(unsigned value)
{
    return value == 51234u ? 0u : value / 2u;
}

unsigned check_square(unsigned value)
{
    TRINE_ASSUME(value > 1u);
    TRINE_ASSERT(scaled(value) > 0u || value < 2u); //~ fault: property-violated
    if (value > 100u)           //~ C1: T covered, F covered
        return 1;
    TRINE_ASSERT(value != 99u); //~ fault: property-violated
    return 0;
}
