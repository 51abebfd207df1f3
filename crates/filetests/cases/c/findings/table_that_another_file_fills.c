//@ entry: build, next_bits, own_bits
//@ other-faults: allowed
// The entries of a table that another file makes are in order: this one writes none of them, and only passes on where the
// table shall be. What this file puts in a table of its own it may get wrong.
#include <stddef.h>

struct code {
    unsigned char op, bits;
    unsigned short value;
};

struct own {
    unsigned bits;
};

struct decoder {
    struct code *next;
    unsigned long hold;
    struct own *own;
};

int make_table(struct code **table, int kind);

int build(struct decoder *decoder, int kind)
{
    if (decoder == NULL || kind > 3)                    //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return make_table(&decoder->next, kind);
}

unsigned long next_bits(struct decoder *decoder)
{
    if (decoder == NULL || decoder->next == NULL || decoder->next->bits > 64) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return 0;
    return decoder->hold >> decoder->next->bits;        //~ fault: invalid-shift, class precondition
}

unsigned long own_bits(struct decoder *decoder, unsigned bits)
{
    if (decoder == NULL || decoder->own == NULL)        //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    decoder->own->bits = bits;
    if (decoder->own->bits > 64)                        //~ C1: T covered, F covered
        return 1;
    return decoder->hold >> decoder->own->bits;         //~ fault: invalid-shift, class code
}
