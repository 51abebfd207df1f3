/* Bytes from the line, until a packet is complete. */
#include "sensors.h"

#define PACKET_BYTES 6

static unsigned char bytes_of_packet[PACKET_BYTES];
static size_t used;

static int is_full(void)
{
    return used >= PACKET_BYTES;
}

int packet_append(const unsigned char *bytes, size_t length)
{
    size_t i;

    if (bytes == NULL)
        return 0;
    for (i = 0; i < length && !is_full(); i++)
        bytes_of_packet[used++] = bytes[i];
    return (int)i;
}

int packet_is_complete(void)
{
    if (!is_full())
        return 0;
    return bytes_of_packet[0] == 0x7e && bytes_of_packet[PACKET_BYTES - 1] == 0x7f;
}
