//@ entry: last_error
#include <errno.h>

int last_error(int wanted)
{
    if (wanted) //~ C1: T covered, F covered
        return errno;
    return -1;
}
