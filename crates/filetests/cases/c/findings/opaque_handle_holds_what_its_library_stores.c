//@ entry: error_text, message_of
// What an opaque handle holds, only its library writes: a value that it never stores is the test's invention, even
// behind a check of its sign. So are a format and arguments that do not match.
#include <stdarg.h>
#include <stdio.h>

static const char *const texts[] = {"OK", "SEQUENCE", "PARAMETER", "MEMORY", "DATA"};

struct handle {
    int last, mode;
};

typedef void ARCHIVE;

const char *error_text(ARCHIVE *archive, int *number)
{
    int error = ((struct handle *)archive)->last;       //~ fault: null-dereference, class precondition
    if (error > 0)                                      //~ C1: T covered, F covered
        error = 0;
    *number = error;
    return texts[error * -1];                           //~ fault: out-of-bounds, class precondition
}

int message_of(char *to, const char *format, va_list arguments)
{
    int length = vsnprintf(to, 8, format, arguments);
    if (length < 0)                                     //~ C1: T covered, F covered
        return -1;
    return length;
}
