//@ entry: session_init, session_raise
//@ budget: 2000 evals
// No structure made up by a test has its own address in it; what `session_init` filled has, and only calls raise its level.

#include <stdint.h>

struct session {
    uintptr_t check;
    int level;
};

void session_init(struct session *s)
{
    s->check = (uintptr_t)s ^ 0x5ca1ab1eu;
    s->level = 0;
}

int session_raise(struct session *s, int by)
{
    if (s->check != ((uintptr_t)s ^ 0x5ca1ab1eu))   //~ C1: T covered, F covered
        return -1;
    if (by <= 0 || by > 60)                         //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    if (s->level > 100)                             //~ C1: T covered, F covered
        return -3;
    s->level += by;
    return 0;
}
