//@ entry: largest
// A function with variable arguments reads as many as its first ones say. Its callers write both beside each other: that a test
// says "two" and passes none is nobody's fault.
#include <stdarg.h>

int largest(int count, ...)
{
    const int *best[4] = {0};
    int at = 0;
    va_list all;
    va_start(all, count);
    for (at = 0; at < count && at < 4; at++)            //~ C1: T covered, F covered; C2: T covered, F covered
        best[at] = va_arg(all, const int *);
    va_end(all);
    return *best[0];                                    //~ fault: null-dereference, class precondition
}
