//@ entry: task_enqueue, task_find
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A run queue: tasks in a list sorted by priority, equal priorities first come first served.
#include <stddef.h>
struct task {
    int priority;
    unsigned id;
    struct task *next;
};
int task_enqueue(struct task **queue, struct task *task)
{
    struct task **at = queue;
    if (queue == NULL || task == NULL) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (task->next != NULL) //~ C1: T covered, F covered
        return -2;
    while (*at != NULL && (*at)->priority >= task->priority) { //~ C1: T covered, F covered; C2: T covered, F covered
        if ((*at)->id == task->id) //~ C1: T covered, F covered
            return -3;
        at = &(*at)->next;
    }
    task->next = *at;
    *at = task;
    return at == queue ? 1 : 0; //~ C1: T covered, F covered
}
const struct task *task_find(const struct task *queue, unsigned id, int lowest)
{
    for (const struct task *task = queue; task != NULL; task = task->next) { //~ C1: T covered, F covered
        if (task->priority < lowest) //~ C1: T covered, F covered
            break;
        if (task->id == id) //~ C1: T covered, F covered
            return task;
    }
    return NULL;
}
