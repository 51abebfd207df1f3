//@ entry: check
//@ strategies: dse
//@ other-faults: allowed
//@ without: search, because values alone do not come to all of it within the budget

/* CRC-32 as small controllers compute it: four bits at a time, from a table of sixteen words. */
static const unsigned table[16] = {
    0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u, 0x4db26158u, 0x5005713cu,
    0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu, 0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu,
};

static unsigned crc32(const unsigned char *bytes, unsigned count)
{
    unsigned crc = 0xffffffffu;
    for (unsigned at = 0; at < count; at++) {
        crc = table[(crc ^ bytes[at]) & 15u] ^ (crc >> 4);
        crc = table[(crc ^ (bytes[at] >> 4)) & 15u] ^ (crc >> 4);
    }
    return ~crc;
}

int check(const unsigned char bytes[4])
{
    if (crc32(bytes, 4) == 0x2b2d4d4eu) //~ C1: T covered, F covered
        return 1;
    return 0;
}
