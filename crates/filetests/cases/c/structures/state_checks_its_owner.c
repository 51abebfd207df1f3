//@ entry: stream_state_check, stream_step
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// A stream whose state points back to it, as compression libraries keep theirs.
#include <stddef.h>
enum mode { HEADER, BODY, CHECK, DONE };
struct state;
struct stream {
    const unsigned char *next_in;
    unsigned avail_in;
    struct state *state;
};
struct state {
    struct stream *stream;
    enum mode mode;
    int wrap;
};
static int is_bad(const struct stream *stream)
{
    const struct state *state;
    if (stream == NULL)
        return 1;
    state = stream->state;
    if (state == NULL || state->stream != stream || state->mode < HEADER || state->mode > DONE)
        return 1;
    return 0;
}
int stream_state_check(const struct stream *stream)
{
    if (is_bad(stream)) //~ C1: T covered, F covered
        return -2;
    return stream->state->wrap > 1;
}
int stream_step(struct stream *stream)
{
    struct state *state;
    if (is_bad(stream) || (stream->next_in == NULL && stream->avail_in != 0)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -2;
    state = stream->state;
    switch (state->mode) {
    case HEADER: //~ C1: T covered, F covered
        if (stream->avail_in < 2) //~ C1: T covered, F covered
            return -5;
        if (stream->next_in[0] != 0x1f || stream->next_in[1] != 0x8b) //~ C1: T covered, F covered; C2: T covered, F covered
            return -3;
        stream->avail_in -= 2;
        stream->next_in += 2;
        state->mode = BODY;
        return 0;
    case BODY: //~ C1: T covered, F covered
        state->mode = state->wrap ? CHECK : DONE; //~ C1: T covered, F covered
        return 0;
    case CHECK: //~ C1: T covered, F covered
        state->mode = DONE;
        return 0;
    case DONE: //~ C1: T covered, F covered
        return 1;
    }
    return -4;
}
