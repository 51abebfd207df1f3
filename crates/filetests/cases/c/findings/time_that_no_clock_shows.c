//@ entry: year_of_now
//@ other-faults: allowed
// `gmtime` fails for years that an `int` does not hold. No clock shows them, so the code need not ask.
#include <time.h>

int year_of_now(int offset)
{
    time_t now = time(NULL);
    if (offset > 3)                                     //~ C1: T covered, F covered
        return offset;
    return gmtime(&now)->tm_year;                       //~ fault: null-dereference, class precondition
}
