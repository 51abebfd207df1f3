//@ entry: check
//@ strategies: dse
//@ other-faults: allowed
//@ without: search, because values alone do not come to all of it within the budget

/* A frame of eight bytes: a marker, a length, and a CRC-32 that fits. */
static unsigned crc32(const unsigned char *bytes, unsigned count)
{
    unsigned crc = 0xffffffffu;
    for (unsigned at = 0; at < count; at++) {
        crc ^= bytes[at];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ (0xedb88320u & -(crc & 1u));
    }
    return ~crc;
}

int check(const unsigned char frame[8])
{
    if (frame[0] != 0x7e) //~ C1: T covered, F covered
        return 1;
    if (frame[1] != 6) //~ C1: T covered, F covered
        return 2;
    if (crc32(frame, 8) != 0xa5a5a5a5u) //~ C1: T covered, F covered
        return 3;
    return 0;
}
