//@ entry: maximum, join
//@ criteria: branch
//@ budget: 40000 evals
//@ seed: 1
// Functions with variable arguments under test: the test passes those that the code reads.
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
int maximum(int count, ...)
{
    int best = 0;
    va_list args;
    va_start(args, count);
    for (int i = 0; i < count && i < 4; i++) { //~ C1: T covered, F covered; C2: T covered, F covered
        int next = va_arg(args, int);
        if (next > best) //~ C1: T covered, F covered
            best = next;
    }
    va_end(args);
    if (best == 4711) //~ C1: T covered, F covered
        return -1;
    return best;
}
// The usual end of such a list is a null pointer.
int join(char out[16], const char *first, ...)
{
    size_t used = 0;
    va_list args;
    if (!out) //~ C1: T covered, F covered
        return -1;
    va_start(args, first);
    for (const char *part = first; part; part = va_arg(args, const char *)) { //~ C1: T covered, F covered
        size_t length = strlen(part);
        if (used + length >= 16) { //~ C1: T covered, F covered
            va_end(args);
            return -1;
        }
        memcpy(out + used, part, length);
        used += length;
    }
    va_end(args);
    out[used] = '\0';
    if (strcmp(out, "abc") == 0) //~ C1: T covered, F covered
        return 1;
    return 0;
}
