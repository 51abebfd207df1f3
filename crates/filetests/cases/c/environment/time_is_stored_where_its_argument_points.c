//@ entry: has_expired, is_new_day
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `time(&now)` gives the same time twice: as its result and in `now`.
#include <time.h>
int has_expired(long deadline)
{
    time_t now;
    time_t same = time(&now);
    if (now != same) //~ C1: T open, F covered
        return -1;
    if (now > deadline) //~ C1: T covered, F covered
        return 1;
    return 0;
}
int is_new_day(time_t last[static 1])
{
    time_t now = *last;
    if (time(last) == now) //~ C1: T covered, F covered
        return 0;
    return *last / 86400 != now / 86400;
}
