//@ entry: folded, found
//@ strategies: dse
//@ other-faults: allowed

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int folded(int c, long n)
{
    if (toupper(c) == 'Q' && tolower(c) != c) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (labs(n) == 987654321L && n < 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 0;
}

int found(const char text[8])
{
    const char *at = memchr(text, ':', 8);
    if (at != NULL && at - text == 5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
