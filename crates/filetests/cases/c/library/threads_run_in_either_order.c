//@ entry: total, once_for_all, produced, own_values, results

/* Threads run to their end, in one order in the machine and in another when tests are judged. */
#include <pthread.h>
#include <stdlib.h>

struct part {
    const int *numbers;
    int count;
    long sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int finished;

static void *add(void *given)
{
    struct part *part = given;
    part->sum = 0;
    for (int i = 0; i < part->count; i++)
        part->sum += part->numbers[i];
    pthread_mutex_lock(&lock);
    finished++;
    pthread_mutex_unlock(&lock);
    return part;
}

int total(int a, int b, int c)
{
    int first[2] = { a % 100, b % 100 };
    int second[1] = { c % 100 };
    struct part parts[2] = { { first, 2, 0 }, { second, 1, 0 } };
    pthread_t threads[2];
    finished = 0;
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, add, &parts[i]) != 0) //~ C1: T unknown, F covered
            return -1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    if (finished != 2) //~ C1: T open, F covered
        return -2;
    if (parts[0].sum + parts[1].sum == 150) //~ C1: T covered, F covered
        return 1;
    return 0;
}

static int initialised;

static void initialise(void)
{
    initialised++;
}

static void *use(void *given)
{
    pthread_once((pthread_once_t *)given, initialise);
    return NULL;
}

int once_for_all(int threads)
{
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_t all[2];
    initialised = 0;
    for (int i = 0; i < 2 && i < threads; i++)
        pthread_create(&all[i], NULL, use, &once);
    for (int i = 0; i < 2 && i < threads; i++)
        pthread_join(all[i], NULL);
    return initialised == 1 ? 10 : 20; //~ C1: T covered, F covered
}

static int box;

static void *fill(void *given)
{
    pthread_mutex_lock(&lock);
    box = *(int *)given;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int produced(int value)
{
    pthread_t thread;
    box = 0;
    if (value == 0) //~ C1: T covered, F covered
        return -1;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, fill, &value);
    while (box == 0)
        pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    if (box == 77) //~ C1: T covered, F covered
        return 1;
    return 0;
}

static pthread_key_t key;
static int destroyed;

static void destroy(void *value)
{
    destroyed += *(int *)value;
}

static void *keep(void *given)
{
    pthread_setspecific(key, given);
    return pthread_getspecific(key);
}

int own_values(int a)
{
    pthread_t thread;
    void *result = NULL;
    destroyed = 0;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, keep, &a);
    pthread_join(thread, &result);
    if (result != &a || pthread_getspecific(key) != NULL) //~ C1: T unknown, F covered; C2: T unknown, F covered
        return -1;
    pthread_key_delete(key);
    if (destroyed == 42) //~ C1: T covered, F covered
        return 1;
    return 0;
}

static void *half(void *given)
{
    return (void *)((long)given / 2);
}

int results(long a)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, half, (void *)a);
    pthread_join(thread, &result);
    if ((long)result == 21) //~ C1: T covered, F covered
        return 1;
    return 0;
}
