// Constants and functions that another file defines, or may define anew, and memory that devices change are no constants.
//
//@ entry: of_another_file, of_a_device, of_a_weak_function, of_a_weak_constant, of_a_missing_symbol, of_a_missing_function
//@ strategies: dse, paths
//@ budget: 1500 evals
//@ other-faults: allowed

extern const int setting;

int of_another_file(unsigned char x)
{
    if (setting == 5) //~ C1: T unknown, F covered
        return x;
    return 0;
}

const volatile unsigned char port = 3;

int of_a_device(unsigned char x)
{
    if (port == 5) //~ C1: T unknown, F covered
        return x;
    return 0;
}

__attribute__((weak)) int level(void)
{
    return 3;
}

int of_a_weak_function(unsigned char x)
{
    if (level() == 5) //~ C1: T unknown, F covered
        return x;
    return 0;
}

__attribute__((weak)) extern const int limit;
const int limit = 3;

int of_a_weak_constant(unsigned char x)
{
    if (*(const int *)&limit == 5) //~ C1: T unknown, F covered
        return x;
    return 0;
}

extern int hooks __attribute__((weak));
extern int hook(void) __attribute__((weak));

int of_a_missing_symbol(unsigned char x)
{
    int *where = &hooks;
    if (where) //~ C1: T unknown, F covered
        return x;
    return 0;
}

int of_a_missing_function(unsigned char x)
{
    if (hook) //~ C1: T unknown, F covered
        return x;
    return 0;
}
