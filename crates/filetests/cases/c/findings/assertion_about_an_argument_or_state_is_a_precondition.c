//@ entry: set_level, take, double_of
// An assertion about what the caller passes, or about what other functions keep in order, states a precondition. One
// about what the function itself computed is a claim of the code.
#include <assert.h>

struct queue {
    int length, limit;
};

int set_level(int level)
{
    assert(level >= 0);                                 //~ fault: assertion-failed, class precondition
    return level > 100 ? 100 : level;                   //~ C1: T covered, F covered
}

int take(struct queue *queue)
{
    assert(queue->length <= queue->limit);              //~ fault: assertion-failed, class precondition; fault: null-dereference, class precondition
    return queue->length - 1;
}

int double_of(unsigned value)
{
    unsigned twice = value * 2;
    assert(twice / 2 == value);                         //~ fault: assertion-failed, class code
    return twice > 50;
}
