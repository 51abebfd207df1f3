//@ entry: put_bits, put_checked
// A writer of bits checks whether the next ones still fit. That says nothing about a count below zero, which no
// function of the library stores; a check that lets the wrong count through on its own side is the code's fault.
struct bits {
    unsigned long pending;
    int used;
};

void put_bits(struct bits *bits, unsigned value)
{
    if (bits->used > 24) {                              //~ C1: T covered, F covered; fault: null-dereference, class precondition
        bits->pending = 0;
        bits->used = 0;
    }
    bits->pending |= (unsigned long)value << bits->used; //~ fault: invalid-shift, class precondition
    bits->used += 8;
}

/* Nobody in this file sets its members to anything of their own. */
struct checked {
    unsigned long pending;
    int used;
};

void put_checked(struct checked *bits, unsigned value)
{
    if (bits->used < 0 || bits->used > 64)              //~ C1: T covered, F covered; C2: T covered, F covered; fault: null-dereference, class precondition
        return;
    bits->pending |= (unsigned long)value << bits->used; //~ fault: invalid-shift, class code
}
