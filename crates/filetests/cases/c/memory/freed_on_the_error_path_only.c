//@ entry: session_close
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* Whether the caller still owns the session depends on its state. */
#include <stdlib.h>

struct session {
    int state;
    int *buffer;
};

int session_close(struct session *session, int force)
{
    if (!session) //~ C1: T covered, F covered
        return -1;
    if (session->state == 3 && !force) { //~ C1: T covered, F covered; C2: T covered, F covered
        free(session->buffer);
        free(session);
        return -2;
    }
    session->state = 0;
    if (session->buffer && session->buffer[0] > 5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
