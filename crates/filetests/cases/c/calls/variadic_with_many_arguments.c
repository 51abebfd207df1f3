//@ entry: spill
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// More arguments than registers: the rest lies on the stack.
#include <stdarg.h>
static long sum(int count, ...)
{
    long s = 0;
    va_list args;
    va_start(args, count);
    while (count-- > 0)
        s += va_arg(args, long);
    va_end(args);
    return s;
}
int spill(long a)
{
    if (sum(9, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, a) == 40) //~ C1: T covered, F covered
        return 1;
    return 0;
}
