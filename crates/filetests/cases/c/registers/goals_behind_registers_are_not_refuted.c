//@ entry: pick, blocks, computed
//@ strategies: dse
//@ budget: 6000 evals
/* Bases come from a table, an array of registers, a number that is computed. */
typedef struct {
    volatile unsigned char mode;
    volatile unsigned char level;
    volatile unsigned short count;
} timer_registers;

static timer_registers *const timers[] = {(timer_registers *)0x40010000, (timer_registers *)0x40010400};

int pick(unsigned which)
{
    if (which > 1) //~ C1: T covered, F covered
        return -1;
    timers[which]->mode |= 4;
    if (timers[which]->count > 1000 && timers[which]->level == 7) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}

#define CHANNELS ((volatile unsigned long long *)0x48000000)

int blocks(unsigned channel)
{
    if (channel >= 8) //~ C1: T covered, F covered
        return -1;
    if (CHANNELS[channel] == 0x1122334455667788ull) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int computed(unsigned port)
{
    if (port >= 4) //~ C1: T covered, F covered
        return -1;
    if (*(volatile unsigned *)(0x50000000u + port * 0x400u) & 1u << port) //~ C1: T covered, F covered
        return 1;
    return 0;
}
