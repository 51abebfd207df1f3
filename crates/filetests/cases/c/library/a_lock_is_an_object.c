//@ entry: enter
//@ budget: 2000 evals
#include <pthread.h>

struct guard {
    int level;
    pthread_mutex_t lock;
};

static struct guard *guard;

// The address of a member of nothing is no lock: a process ends there.
int enter(int level)
{
    pthread_mutex_lock(&guard->lock);               //~ fault: null-dereference, class precondition
    guard->level = level;
    pthread_mutex_unlock(&guard->lock);
    if (level > 7)                                  //~ C1: T covered, F covered
        return 1;
    return 0;
}
