//@ entry: drop_first, copy_some, sort_some
//@ criteria: branch
//@ budget: 4000 evals
//@ seed: 1
// A length that went below zero is a very large one: added to an offset it wraps around.
#include <stdlib.h>
#include <string.h>
static int by_value(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}
int drop_first(unsigned char used)
{
    char row[32] = "abc";
    memmove(row + 8, row + 12, (size_t)used - 4); //~ fault: out-of-bounds
    return row[8];
}
int copy_some(int from, int count)
{
    char row[32] = "abc", other[32];
    if (from < 0 || from > 16 || count > 16) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return 0;
    memcpy(other, row + from, (size_t)count); //~ fault: out-of-bounds
    return other[0];
}
int sort_some(unsigned char used)
{
    char row[300] = "cab";
    qsort(row + 40, (size_t)used - 9, 1, by_value); //~ fault: out-of-bounds
    return row[40];
}
