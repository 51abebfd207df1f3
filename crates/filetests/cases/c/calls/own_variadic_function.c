//@ entry: weigh
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `va_arg` over integers and doubles.
#include <stdarg.h>
static double total(int count, ...)
{
    double sum = 0;
    va_list args;
    va_start(args, count);
    for (int i = 0; i < count; i++)
        sum += i % 2 ? va_arg(args, double) : va_arg(args, int);
    va_end(args);
    return sum;
}
int weigh(int a)
{
    if (total(3, a, 0.5, 10) == 15.5) //~ C1: T covered, F covered
        return 1;
    if (total(4, 1, 2.0, a, 4.0) < 0.0) //~ C1: T covered, F covered
        return 2;
    return 0;
}
