//@ entry: check
//@ strategies: dse
//@ other-faults: allowed
//@ without: search, because values alone do not come to all of it within the budget

/* CRC-32 as in Ethernet, with a branch on each bit: 32 of them decide which of 2^32 paths leads to the comparison. */
static unsigned crc32(const unsigned char *bytes, unsigned count)
{
    unsigned crc = 0xffffffffu;
    for (unsigned at = 0; at < count; at++) {
        crc ^= bytes[at];
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 1u)
                crc = (crc >> 1) ^ 0xedb88320u;
            else
                crc >>= 1;
        }
    }
    return ~crc;
}

int check(const unsigned char bytes[4])
{
    if (crc32(bytes, 4) == 0x2b2d4d4eu) //~ C1: T covered, F covered
        return 1;
    return 0;
}
