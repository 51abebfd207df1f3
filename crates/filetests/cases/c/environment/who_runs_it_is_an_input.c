//@ entry: may_use_colors
#include <unistd.h>

/* Whether a program may write colors to `descriptor`: to a terminal, and never as root or on behalf of another user. */
int may_use_colors(int descriptor)
{
    if (getuid() != geteuid())                                  //~ C1: T covered, F covered
        return 0;
    if (geteuid() == 0)                                         //~ C1: T covered, F covered
        return 0;
    return isatty(descriptor) ? 1 : -1;                         //~ C1: T covered, F covered
}
