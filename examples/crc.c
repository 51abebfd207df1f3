/*
 * Cyclic redundancy checks over a buffer.
 *
 * CRC-16 bit by bit (polynomial 0x1021, start value 0xFFFF), CRC-32 bit by bit
 * and with a table of sixteen entries, half a byte at a time. The two forms of
 * CRC-32 return the same number.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static const uint32_t crc32_nibble[16] = {
    0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu,
    0x76dc4190u, 0x6b6b51f4u, 0x4db26158u, 0x5005713cu,
    0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu,
    0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu,
};

uint16_t crc16(const unsigned char *data, size_t len)
{
    uint16_t crc = 0xffffu;

    if (data == NULL)
        return 0;
    for (size_t i = 0; i < len; i++) {
        crc = (uint16_t)(crc ^ (data[i] << 8));
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 0x8000u)
                crc = (uint16_t)((crc << 1) ^ 0x1021u);
            else
                crc = (uint16_t)(crc << 1);
        }
    }
    return crc;
}

uint32_t crc32_bitwise(const unsigned char *data, size_t len)
{
    uint32_t crc = 0xffffffffu;

    if (data == NULL)
        return 0;
    while (len-- > 0) {
        crc ^= *data++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1u ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

uint32_t crc32_table(const unsigned char *data, size_t len)
{
    uint32_t crc = 0xffffffffu;

    if (data == NULL)
        return 0;
    for (const unsigned char *end = data + len; data != end; data++) {
        crc ^= *data;
        crc = (crc >> 4) ^ crc32_nibble[crc & 15u];
        crc = (crc >> 4) ^ crc32_nibble[crc & 15u];
    }
    return ~crc;
}

/* Says whether the buffer carries the checksum it was sent with. */
bool crc32_verify(const unsigned char *data, size_t len, uint32_t expected)
{
    if (data == NULL || len == 0)
        return false;
    return crc32_table(data, len) == expected;
}
