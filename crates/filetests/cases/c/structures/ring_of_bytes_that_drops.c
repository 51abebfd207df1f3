//@ entry: ring_put, ring_find
//@ settings: ring_of_bytes_that_drops.toml
/* A full ring counts what it drops. Its head lies in its bytes. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RING_SIZE 8u

typedef struct {
    uint8_t data[RING_SIZE];
    uint8_t head, tail, count;
    uint32_t dropped;
} ring_t;

bool ring_put(ring_t *ring, const uint8_t *from, size_t length)
{
    if (ring == NULL || (from == NULL && length != 0))      //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return false;
    for (size_t i = 0; i < length; i++) {                   //~ C1: T covered, F covered
        if (ring->count == RING_SIZE) {                     //~ C1: T covered, F covered
            ring->dropped++;
            continue;
        }
        ring->data[ring->head] = from[i];
        ring->head = (uint8_t)((ring->head + 1u) % RING_SIZE);
        ring->count++;
    }
    return true;
}

int ring_find(const ring_t *ring, uint8_t wanted)
{
    for (unsigned i = 0; i < ring->count; i++)              //~ C1: T covered, F covered
        if (ring->data[(ring->tail + i) & (RING_SIZE - 1u)] == wanted) //~ C1: T covered, F covered
            return (int)i;
    return -1;
}
