//@ entry: check
//@ strategies: dse
//@ other-faults: allowed
//@ without: search, because values alone do not come to all of it within the budget

#include <string.h>

/* Adler-32 of a text of letters. */
int check(const char *text)
{
    unsigned a = 1, b = 0;
    for (unsigned at = 0; text[at] != 0; at++) { //~ C1: T covered, F covered
        a = (a + (unsigned char)text[at]) % 65521u;
        b = (b + a) % 65521u;
    }
    if (((b << 16) | a) == 0x046a01beu) /* "trin" */ //~ C1: T covered, F covered
        return 1;
    return 0;
}
