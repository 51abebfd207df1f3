//@ entry: describe, complain
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Wrappers around the `v` functions of the library: the format says as what it reads the arguments.
#include <stdarg.h>
#include <stdio.h>
int describe(char *out, unsigned long size, int level, va_list args)
{
    if (!out || size < 32 || size > 64) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -1;
    out[size - 1] = '\0';
    int length = level > 3 //~ C1: T covered, F covered
        ? vsnprintf(out, size, "%s: %d", args)
        : vsnprintf(out, size, "%ld %.1f", args);
    if (length > 20) //~ C1: T covered, F covered
        return 1;
    if (out[0] == 'e') //~ C1: T covered, F covered
        return 2;
    return 0;
}
static int failures;
void complain(int fatal, va_list args)
{
    char text[24];
    if (vsnprintf(text, sizeof text, "line %d: %s", args) >= (int)sizeof text) //~ C1: T covered, F covered
        failures += 100;
    if (fatal) //~ C1: T covered, F covered
        failures++;
}
