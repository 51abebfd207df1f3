//@ entry: seconds_left
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

/* Seconds until `deadline`; 0 when it has passed, -1 before 1990, -2 when the clock moved while it was read. */
long seconds_left(long deadline)
{
    struct timeval now;
    struct timespec later;

    gettimeofday(&now, NULL);
    clock_gettime(CLOCK_REALTIME, &later);
    if (now.tv_sec < 631152000)                                 //~ C1: T covered, F covered
        return -1;
    if (later.tv_sec - now.tv_sec > 2)                          //~ C1: T covered, F covered
        return -2;
    if (deadline <= now.tv_sec)                                 //~ C1: T covered, F covered
        return 0;
    return deadline - now.tv_sec;
}
