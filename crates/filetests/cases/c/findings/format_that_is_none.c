//@ entry: report
//@ budget: 6000 evals
// What the library makes of a format that is none is nobody's answer.
#include <stdarg.h>
#include <stdio.h>

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
