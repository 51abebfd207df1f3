//@ entry: timer_due, timer_cancel
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// A module keeps its list behind a static pointer that starts null.
#include <stddef.h>
struct timer {
    unsigned deadline;
    int active;
    struct timer *next;
};
static struct timer *pending;
int timer_due(unsigned now)
{
    int due = 0;
    for (struct timer *timer = pending; timer != NULL; timer = timer->next) //~ C1: T covered, F covered
        if (timer->active && timer->deadline <= now) //~ C1: T covered, F covered; C2: T covered, F covered
            due++;
    return due > 1 ? -due : due; //~ C1: T covered, F covered
}
int timer_cancel(struct timer *timer)
{
    for (struct timer **link = &pending; *link != NULL; link = &(*link)->next) { //~ C1: T covered, F covered
        if (*link == timer) { //~ C1: T covered, F covered
            *link = timer->next;
            timer->next = NULL;
            return 1;
        }
    }
    return 0;
}
