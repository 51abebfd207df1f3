//@ entry: session_init, session_raise
//@ options: --no-construct
//@ budget: 2000 evals
// Without calls of `session_init` the checks keep every invented structure out.

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
    if (s->check != ((uintptr_t)s ^ 0x5ca1ab1eu))   //~ C1: T covered, F open
        return -1;
    if (by <= 0 || by > 60)                         //~ C1: T open, F open; C2: T open, F open
        return -2;
    if (s->level > 100)                             //~ C1: T open, F open
        return -3;
    s->level += by;
    return 0;
}
