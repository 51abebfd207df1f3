//@ entry: is_owner
#include <pthread.h>

// What names the thread is different in each process: no test can know it.
int is_owner(pthread_t owner)
{
    if (pthread_equal(owner, pthread_self())) //~ C1: T open, F covered
        return 1;
    return 0;
}
