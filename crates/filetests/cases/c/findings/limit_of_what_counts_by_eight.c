//@ entry: take
// Bits are read by the byte until there are as many as the length of a code says. That they are as many then bounds the length
// by what was counted, whatever that is.
struct code { int bits; int value; };

int take(const struct code *code, const unsigned char text[16])
{
    unsigned long held = 0;
    unsigned bits = 0;
    int at = 0;
    while (bits < (unsigned)code->bits) {               //~ C1: T covered, F covered
        if (at == 16)                                   //~ C1: T covered, F covered
            return -1;
        held ^= (unsigned long)text[at++] << (bits & 63);
        bits += 8;
    }
    return (int)(held >> code->bits);                   //~ fault: invalid-shift, class precondition
}
