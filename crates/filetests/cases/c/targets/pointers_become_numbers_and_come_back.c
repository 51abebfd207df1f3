//@ entry: aligned, between, descriptor, distance
//@ strategies: dse
//@ budget: 6000 evals
//@ settings: i386.toml
/* Drivers keep addresses in words of 32 bits: alignment, descriptors for DMA, and pointers that come back from numbers. */
#include <stdint.h>

struct dma {
    uint32_t source;
    uint32_t target;
    uint32_t control;
};

static uint8_t buffer[64];
static uint32_t stored;

int aligned(const void *data)
{
    uint32_t address = (uint32_t)data;

    if (address == 0) //~ C1: T covered, F covered
        return -1;
    if (((uint32_t)buffer & 3u) + 1u == 0) //~ C1: T open, F covered
        return 1;
    return 0;
}

int between(unsigned index)
{
    uint8_t *at;

    if (index >= sizeof buffer) //~ C1: T covered, F covered
        return -1;
    stored = (uint32_t)&buffer[index];
    at = (uint8_t *)stored;
    *at = 7;
    if (buffer[index] != 7) //~ C1: T open, F covered
        return -2;
    if (at - buffer == 33) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int descriptor(struct dma *channel, uint8_t value)
{
    uint8_t *from;

    if (!channel) //~ C1: T covered, F covered
        return -1;
    channel->source = (uint32_t)&buffer[4];
    channel->target = (uint32_t)&stored;
    channel->control |= 1u;
    buffer[4] = value;
    from = (uint8_t *)channel->source;
    if (*from == 0xA5) //~ C1: T covered, F covered
        return 1;
    return (int)(channel->target - (uint32_t)&stored);
}

int distance(char *text)
{
    char *end = text;

    while (*end && *end != ';') //~ fault: null-dereference, class precondition; C1: T covered, F covered; C2: T covered, F covered
        end++;
    return (uint32_t)end - (uint32_t)text > 2 ? 1 : 0; //~ C1: T covered, F covered
}
