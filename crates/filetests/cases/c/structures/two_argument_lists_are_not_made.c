//@ entry: sum_of
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ unsupported: sum_lists
// A test can pass one list of variable arguments: what takes two `va_list`s is covered through its caller.
#include <stdarg.h>
static int sum_lists(int count, va_list first, va_list second)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += va_arg(first, int) * va_arg(second, int);
    return sum;
}
int sum_of(int count, ...)
{
    int sum;
    va_list list, copy;
    if (count < 0 || count > 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    va_start(list, count);
    va_copy(copy, list);
    sum = sum_lists(count, list, copy);
    va_end(copy);
    va_end(list);
    return sum;
}
