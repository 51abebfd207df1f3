//@ entry: finish
//@ budget: 2000 evals
#include <pthread.h>

struct pool {
    pthread_t *threads;
    unsigned count;
    int done;
};

// What joining the name of no thread does is undefined, and sanitizers stop there: no test relies on an answer.
int finish(struct pool *pool)
{
    if (pool->count > 1)                            //~ C1: T covered, F covered
        return -1;
    for (unsigned i = 0; i < pool->count; i++)      //~ C1: T covered, F covered
        pthread_join(pool->threads[i], 0);          //~ fault: library-misuse, class precondition
    pool->done = 1;
    return 0;
}
