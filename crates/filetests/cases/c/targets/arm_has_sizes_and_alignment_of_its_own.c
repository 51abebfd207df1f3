//@ entry: layout, by_value, arguments, registers
//@ strategies: dse
//@ budget: 4000 evals
//@ options: --steps 20000
//@ settings: arm.toml
/* AAPCS: pointers and long of 4 bytes, 64-bit members aligned to 8, char without sign, small enumerations, structures in words. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

enum mode { OFF, ON };

struct sample {
    void *owner;
    int64_t stamp;
    enum mode mode;
    char tag;
};

struct range {
    short low;
    short high;
    uint32_t base;
};

#define STATUS (*(volatile uint32_t *)0x40013800u)

int layout(const struct sample *sample)
{
    if (sizeof(struct sample) == 24 && offsetof(struct sample, tag) == 17) { //~ C1: T covered, F infeasible; C2: T covered, F infeasible
        if (sample->tag > 200) //~ fault: null-dereference, class precondition; C1: T covered, F covered
            return sample->mode == ON;
        return sample->stamp < 0 ? -1 : (int)sizeof(long); //~ C1: T covered, F covered
    }
    return 0;
}

int by_value(struct range range, uint32_t at)
{
    if (at - range.base > 1000u) //~ C1: T covered, F covered
        return -1;
    if (range.low < range.high && (int)(at - range.base) == range.high - range.low) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}

static long long third(int first, ...)
{
    va_list list;
    long long value;

    va_start(list, first);
    (void)va_arg(list, int);
    value = va_arg(list, long long);
    va_end(list);
    return value;
}

int arguments(int a, long long b)
{
    if (third(1, a, b) == 0x200000003LL) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int registers(unsigned tries)
{
    while (!(STATUS & 0x40u)) //~ C1: T covered, F covered
        if (tries-- == 0) //~ C1: T covered, F covered
            return -1;
    return 0;
}
