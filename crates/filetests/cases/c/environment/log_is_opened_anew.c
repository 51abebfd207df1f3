//@ entry: first_log_entry
#include <stdio.h>

/* The first character of the log, read through standard input opened anew; -1 without a log, -2 when it is empty. */
int first_log_entry(void)
{
    int first;

    if (freopen("/var/log/demo", "r", stdin) == NULL)           //~ C1: T covered, F covered
        return -1;
    first = getchar();
    if (first == EOF)                                           //~ C1: T covered, F covered
        return -2;
    return first == '#' ? 0 : 1;                                //~ C1: T covered, F covered
}
