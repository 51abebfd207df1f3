//@ entry: sum_of
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ unsupported: sum_list
// Only a function with variable arguments can make a `va_list`: what takes one is covered through its caller.
#include <stdarg.h>
static int sum_list(int count, va_list list)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    return sum;
}
int sum_of(int count, ...)
{
    int sum;
    va_list list;
    if (count < 0 || count > 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    va_start(list, count);
    sum = sum_list(count, list);
    va_end(list);
    return sum;
}
