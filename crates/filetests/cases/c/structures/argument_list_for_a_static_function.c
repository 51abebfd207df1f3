//@ entry: sum_of, sum_list
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A `va_list` comes from a function with variable arguments: the tests have one of their own that hands it on.
#include <stdarg.h>
static int sum_list(int count, va_list list)
{
    int sum = 0;
    if (count == 3) { //~ C1: T covered, F covered
        int first = va_arg(list, int);
        return first == 77 ? 1 : 0; //~ C1: T covered, F covered
    }
    for (int i = 0; i < count; i++) //~ C1: T covered, F covered
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
