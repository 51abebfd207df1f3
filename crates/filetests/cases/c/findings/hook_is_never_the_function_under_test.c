//@ entry: pool_get, pool_new
// A hook that points back to the function that calls it is an endless recursion that no caller makes: such a test
// would be the fault, not the code. Neither function overflows the stack.
#include <stddef.h>

struct hooks {
    void *(*get)(size_t size);
};

struct hooks hooks;

void *pool_get(size_t size)
{
    if (size > 100)                                     //~ C1: T covered, F covered
        return NULL;
    return hooks.get(size);                             //~ fault: call-of-non-function, class precondition
}

void *pool_new(size_t size)
{
    if (size == 7)                                      //~ C1: T covered, F covered
        return NULL;
    return pool_get(size + 1);
}
