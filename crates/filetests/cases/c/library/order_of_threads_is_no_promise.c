//@ entry: last, settled

/* Which thread writes last depends on the schedule: no test of the suite says so. */
#include <pthread.h>

static int written;

static void *write_number(void *given)
{
    written = (int)(long)given;
    return NULL;
}

int last(void)
{
    pthread_t thread;
    written = 0;
    pthread_create(&thread, NULL, write_number, (void *)1L);
    written = 2;
    pthread_join(thread, NULL);
    if (written == 2) //~ C1: T unknown, F unknown
        return 1;
    return 0;
}

int settled(int a)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_number, (void *)3L);
    pthread_join(thread, NULL);
    written = a;
    if (written > 5) //~ C1: T covered, F covered
        return 1;
    return 0;
}
