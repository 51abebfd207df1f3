/* The part of a real-time kernel's port that talks to the processor: tick, yield, priorities of interrupts. */
#include "device.h"

#define ICSR (*(volatile uint32_t *)0xE000ED04)
#define SHPR3 (*(volatile uint32_t *)0xE000ED20)
#define FIRST_PRIORITY ((volatile uint8_t *)0xE000E400)

#define PENDSV_SET (1u << 28)
#define COUNT_FLAG (1u << 16)

static uint32_t tick_count;
static uint8_t most_urgent;
static uint32_t critical_nesting;

int port_setup_tick(uint32_t clock_hz, uint32_t tick_hz)
{
    uint32_t reload;

    if (tick_hz == 0 || tick_hz > clock_hz)
        return -1;
    reload = clock_hz / tick_hz - 1;
    if (reload > 0xFFFFFF)
        return -1;
    SysTick->CTRL = 0;
    SysTick->VAL = 0;
    SysTick->LOAD = reload;
    SysTick->CTRL = 7;
    return 0;
}

/* Finds out how many bits of a priority the processor has: it drops those that it does not have. */
unsigned port_priority_bits(void)
{
    uint8_t saved = FIRST_PRIORITY[0];
    uint8_t found;
    unsigned bits = 0;

    FIRST_PRIORITY[0] = 0xFF;
    found = FIRST_PRIORITY[0];
    while (found & 0x80) {
        bits++;
        found = (uint8_t)(found << 1);
    }
    FIRST_PRIORITY[0] = saved;
    SHPR3 |= 0xFFu << 16;
    return bits;
}

/* The tick's handler; whether another task is to run. */
int port_tick(uint32_t wake_at)
{
    if (!(SysTick->CTRL & COUNT_FLAG))
        return 0;
    tick_count++;
    if (tick_count < wake_at)
        return 0;
    ICSR = PENDSV_SET;
    return 1;
}

int port_valid_priority(unsigned interrupt)
{
    if (interrupt < 16)
        return 1;
    if (interrupt > 255)
        return 0;
    return FIRST_PRIORITY[interrupt - 16] >= most_urgent;
}

void port_yield_within(uint32_t nesting)
{
    critical_nesting = nesting;
    if (critical_nesting != 0)
        return;
    ICSR = PENDSV_SET;
}
