//@ entry: total
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ without: hybrid, because solved values come there with runs that depend on addresses only
// Structures of every class of the calling convention among variadic arguments: in memory, in integer
// registers, in both kinds of registers.
#include <stdarg.h>
struct large {
    long a, b, c;
};
struct pair {
    int a, b;
};
struct mixed {
    double d;
    int i;
};
static long add(int count, ...)
{
    va_list list;
    long sum = count;
    va_start(list, count);
    struct large large = va_arg(list, struct large);
    struct pair pair = va_arg(list, struct pair);
    struct mixed mixed = va_arg(list, struct mixed);
    int last = va_arg(list, int);
    va_end(list);
    sum += large.a + 2 * large.b + 3 * large.c;
    sum += 10 * pair.a + 20 * pair.b;
    return sum + (long)mixed.d * 100 + mixed.i * 1000 + last;
}
long total(int a, int b)
{
    struct large large = {a, 2, 3};
    struct pair pair = {b, 5};
    struct mixed mixed = {7.5, 8};
    long sum = add(1, large, pair, mixed, 9);
    if (sum == 8923) //~ C1: T covered, F covered
        return 1;
    if (a == 1 && b == 4 && sum != 8864) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T open, F covered
        return -1;
    return sum;
}
