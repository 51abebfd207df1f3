//@ entry: bits_left, share, level_of, name_of, dictionary
//@ budget: 6000 evals
// Numbers that a function is given and never looks at are its caller's: within a structure passed by value, as a divisor in a
// helper, as an index of a table, in the default of a switch, and a length that wraps around.
#include <stddef.h>
#include <string.h>

struct reader {
    const unsigned char *at;
    unsigned short cache, left;
};

unsigned bits_left(struct reader reader)
{
    return reader.cache & ((1u << reader.left) - 1);        //~ fault: invalid-shift, class precondition
}

static int part(int whole, int parts)
{
    return whole / parts;                                   //~ fault: division-by-zero, class precondition; fault: division-overflow, class precondition
}

int share(int whole, int parts)
{
    return part(whole, parts) + 1;
}

static const int codewords[5] = {0, 26, 44, 70, 100};

int level_of(int version, int total)
{
    return total / codewords[version];                      //~ fault: division-by-zero, class precondition; fault: out-of-bounds, class precondition
}

static const char *const names[3] = {"none", "one", "two"};

const char *name_of(int token)
{
    switch (token) {                                      
    case 300:
        return "number";
    default:
        return names[token];                                //~ fault: out-of-bounds, class precondition
    }
}

static char window[65536];

/* The last 64 KiB of a dictionary of that length. */
void dictionary(const char *from, size_t length)
{
    if (length > sizeof window) {                           //~ C1: T covered, F covered
        from += length - sizeof window;
        length = sizeof window;
    }
    memcpy(window, from, length);                           //~ fault: out-of-bounds, class precondition
}
