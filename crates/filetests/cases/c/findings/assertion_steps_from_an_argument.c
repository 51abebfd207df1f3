//@ entry: decoded, report
//@ budget: 6000 evals
// An assertion about what was computed from an argument that nobody bounded says which arguments callers pass; and what the
// library makes of a format that is none is nobody's.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int exponent_of(int code)
{
    int exponent = 0;

    if (code > 15)
        exponent = (code >> 3) - 1;
    assert(exponent <= 6);                                  //~ fault: assertion-failed, class precondition
    return exponent;
}

int decoded(int code, int step)
{
    return exponent_of(code) * step;
}

/* The room left behind a message. */
int report(char *room, const char *format, ...)
{
    static char text[32];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= 32)                                       //~ C1: T covered, F covered
        return 0;
    text[length] = ' ';                                     //~ fault: out-of-bounds, class precondition
    return room != 0 && room[0] == text[0];
}
