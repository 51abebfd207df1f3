//@ entry: after, count, same
// C leaves open what `p + 1` and `memcmp(p, q, 0)` are where `p` is null, and sanitizers stop there: such runs are no
// tests, others cover what they cover.
#include <stddef.h>
#include <string.h>

int after(const char *text)
{
    const char *next = text + 1;
    if (text == NULL)           //~ C1: T unknown, F covered
        return next != NULL;
    return *next == 'a';
}

int count(const char *text, size_t length)
{
    const char *end = text + length;
    int found = 0;
    while (text < end)          //~ C1: T covered, F covered
        found += *text++ == 'x';
    return found;
}

int same(const char *a, const char *b, size_t length)
{
    if (memcmp(a, b, length) == 0)      //~ C1: T covered, F covered; fault: out-of-bounds
        return 1;
    return 0;
}
