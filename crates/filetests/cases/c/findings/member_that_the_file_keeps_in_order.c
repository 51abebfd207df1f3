//@ entry: put_bits, flush, begin, step, next_name, set_limit, under_limit
//@ other-faults: allowed
// Who writes a member says which values it has. A count of bits that every function of the file sets to a constant or to itself
// plus little, a state that is set to constants only: other values are the test's. A member that takes what callers
// pass has any value.
#include <stddef.h>

struct bits {
    unsigned long pending;
    unsigned used, limit;
};

void put_bits(struct bits *bits, unsigned char value)
{
    if (bits->used > 56) {                              //~ C1: T covered, F covered; fault: null-dereference, class precondition
        bits->pending = 0;
        bits->used = 0;
    }
    bits->pending |= (unsigned long)value << bits->used;
    bits->used += 8;
}

unsigned long flush(struct bits *bits)
{
    if (bits->used > 64)                                //~ C1: T covered, F covered; fault: null-dereference, class precondition
        return 0;
    return bits->pending >> bits->used;                 //~ fault: invalid-shift, class precondition
}

static int state;

void begin(int is_last)
{
    state = is_last ? 2 : 1;
}

void step(void)
{
    state = 0;
}

static const char *const names[3] = {"idle", "first", "last"};

const char *next_name(void)
{
    if (state > 3)                                      //~ C1: T covered, F covered
        return NULL;
    return names[state];                                //~ fault: out-of-bounds, class precondition
}

void set_limit(struct bits *bits, unsigned limit)
{
    bits->limit = limit;                                //~ fault: null-dereference, class precondition
}

const char *under_limit(const struct bits *bits)
{
    if (bits->limit > 3)                                //~ C1: T covered, F covered; fault: null-dereference, class precondition
        return NULL;
    return names[bits->limit];                          //~ fault: out-of-bounds, class code
}
