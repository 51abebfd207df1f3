//@ entry: entry_of, share, field, first_byte
// Numbers that a caller passes behind a check that lets them through, and data that it hands over to be read: any value may
// come. A divisor that the code never compares is for the caller to keep from zero.
#include <stddef.h>
#include <string.h>

static int table[8] = {1, 2, 3, 5, 8, 13, 21, 34};

int entry_of(int index)
{
    if (index > 8)                                      //~ C1: T covered, F covered
        return -1;
    return table[index];                                //~ fault: out-of-bounds, class code
}

int share(int total, int parts)
{
    if (total < 0)                                      //~ C1: T covered, F covered
        return 0;
    return total / parts;                               //~ fault: division-by-zero, class precondition
}

/* A length that the message itself states. */
int field(const unsigned char *message, size_t size)
{
    unsigned char copy[16];
    if (!message || size < 40)                          //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    memcpy(copy, message + 1, message[0] & 31);         //~ fault: out-of-bounds, class code
    return copy[0];
}

struct packet {
    unsigned char kind, payload[4];
};

int first_byte(const struct packet *packet)
{
    if (!packet || packet->kind != 3)                   //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return table[packet->payload[0]];                   //~ fault: out-of-bounds, class code
}
