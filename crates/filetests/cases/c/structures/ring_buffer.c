//@ entry: ring_put, ring_get, ring_peek
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// A ring buffer: power-of-two capacity, free-running indices, storage of the caller.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct ring {
    uint8_t *data;
    uint16_t capacity;
    uint16_t head, tail;
    uint32_t lost;
};
static bool is_sound(const struct ring *ring)
{
    return ring != NULL && ring->data != NULL && ring->capacity != 0 && (ring->capacity & (ring->capacity - 1)) == 0;
}
bool ring_put(struct ring *ring, uint8_t byte)
{
    if (!is_sound(ring)) //~ C1: T covered, F covered
        return false;
    if ((uint16_t)(ring->head - ring->tail) >= ring->capacity) { //~ C1: T covered, F covered
        if (ring->lost < UINT32_MAX) //~ C1: T covered, F covered
            ring->lost++;
        return false;
    }
    ring->data[ring->head++ & (ring->capacity - 1)] = byte;
    return true;
}
int ring_get(struct ring *ring)
{
    if (!is_sound(ring) || ring->head == ring->tail) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return ring->data[ring->tail++ & (ring->capacity - 1)];
}
size_t ring_peek(const struct ring *ring, uint8_t *out, size_t wanted)
{
    size_t count = 0;
    if (!is_sound(ring) || out == NULL) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    for (uint16_t at = ring->tail; at != ring->head && count < wanted; at++) //~ C1: T covered, F covered; C2: T covered, F covered
        out[count++] = ring->data[at & (ring->capacity - 1)];
    return count == 2 ? 22 : count; //~ C1: T covered, F covered
}
