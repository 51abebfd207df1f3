//@ entry: checksum
//@ budget: 2000 evals
struct address {
    unsigned char kind;
    unsigned bits;
};

// The macro takes null because some who use it have none: here it says nothing about `to`.
#define IS_WIDE(address) (((address) != 0) && ((address)->kind == 6))

static unsigned narrow(const struct address *from, const struct address *to)
{
    return from->bits ^ to->bits;                   //~ fault: null-dereference, class precondition
}

unsigned checksum(const struct address *from, const struct address *to)
{
    if (IS_WIDE(to))
        return 6;
    return narrow(from, to);
}
