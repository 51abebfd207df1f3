//@ entry: stream_init, stream_step, next
//@ other-faults: allowed
//@ budget: 4000 evals
// The caller of a stream gives it bytes by members of its structure; its inner state knows which stream it is of.

#include <stdint.h>
#include <stdlib.h>

struct stream;

struct state {
    struct stream *owner;
    uintptr_t check;
    int seen;
};

struct stream {
    const unsigned char *next_in;
    unsigned avail_in;
    struct state *state;
};

int stream_init(struct stream *s)
{
    struct state *state = malloc(sizeof *state);
    if (!state)                                     //~ C1: T covered, F covered
        return -1;
    state->owner = s;
    state->check = (uintptr_t)s ^ 0x5ca1ab1eu;
    state->seen = 0;
    s->state = state;
    return 0;
}

static int next(struct state *state)
{
    struct stream *s = state->owner;
    if (s->avail_in == 0)                           //~ C1: T covered, F covered
        return -1;
    s->avail_in--;
    return *s->next_in++;
}

int stream_step(struct stream *s)
{
    if (!s->state || s->state->check != ((uintptr_t)s ^ 0x5ca1ab1eu))
        return -1;
    int first = next(s->state), second = next(s->state);
    if (second < 0)                                 //~ C1: T covered, F covered
        return 0;
    s->state->seen++;
    if (s->state->seen > 1 && first > second)   //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 1;
}
