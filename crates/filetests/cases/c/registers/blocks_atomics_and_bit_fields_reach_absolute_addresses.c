//@ entry: stored, locked, tagged, packed
//@ strategies: dse
//@ budget: 6000 evals
/* memcpy and memset of memory at fixed addresses, read-modify-write and compare-and-swap of registers, and bit-fields
   whose storage has three bytes. */
#include <string.h>

struct settings {
    unsigned magic;
    unsigned char speed;
    unsigned char spare[11];
};

struct control {
    unsigned mode : 5;
    unsigned period : 19;
    unsigned char flags;
};

#define FLASH ((const struct settings *)0x08010000u)
#define BUFFER ((struct settings *)0x20000100u)
#define SEMAPHORE (*(volatile unsigned *)0x40022000u)
#define CONTROL (*(volatile struct control *)0x40023000u)

int stored(void)
{
    struct settings copy;

    memcpy(&copy, FLASH, sizeof copy);
    if (copy.magic != 0x1234567) //~ C1: T covered, F covered
        return -1;
    memset(BUFFER, 0, sizeof *BUFFER);
    memcpy(BUFFER, &copy, sizeof copy.magic);
    if (copy.speed > 9) //~ C1: T covered, F covered
        return 2;
    return 1;
}

int locked(void)
{
    unsigned before = __atomic_fetch_or(&SEMAPHORE, 1u, __ATOMIC_SEQ_CST);
    if (before & 1u) //~ C1: T covered, F covered
        return 0;
    return 1;
}

int tagged(unsigned owner)
{
    unsigned expected = 7;
    if (!__atomic_compare_exchange_n(&SEMAPHORE, &expected, owner, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) //~ C1: T covered, F covered
        return (int)expected;
    return -1;
}

int packed(void)
{
    if (CONTROL.period == 77) { //~ C1: T covered, F covered
        CONTROL.mode = 3;
        return 1;
    }
    return 0;
}
