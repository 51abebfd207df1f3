//@ entry: sum, mixed, wide
//@ strategies: dse
//@ budget: 4000 evals
//@ settings: i386.toml
/* i386 passes variable arguments in words: int takes one, long long and double take two. */
#include <stdarg.h>

struct pair {
    char *name;
    long long value;
};

static long long add(int count, ...)
{
    va_list list;
    long long sum = 0;

    va_start(list, count);
    while (count-- > 0)
        sum += va_arg(list, long long);
    va_end(list);
    return sum;
}

static int pick(int which, ...)
{
    va_list list, copy;
    int a;
    double b;
    struct pair c;

    va_start(list, which);
    va_copy(copy, list);
    a = va_arg(copy, int);
    b = va_arg(copy, double);
    c = va_arg(copy, struct pair);
    va_end(copy);
    va_end(list);
    if (which == 0)
        return a;
    return which == 1 ? (int)b : (int)c.value;
}

int sum(long long a, int b)
{
    if (add(2, a, (long long)b) == 0x100000005LL) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int mixed(int which, int a)
{
    struct pair pair = {0, 44};

    switch (pick(which, a, 33.0, pair)) {
    case 33: //~ C1: T covered, F covered
        return 1;
    case 44: //~ C1: T covered, F covered
        return 2;
    case -7: //~ C1: T covered, F covered
        return 3;
    default: //~ C1: T covered, F covered
        return 0;
    }
}

int wide(struct pair pair)
{
    if (pair.value == -3 && pair.name) //~ C1: T covered, F covered; C2: T covered, F covered
        return pair.name[0];
    return 0;
}
