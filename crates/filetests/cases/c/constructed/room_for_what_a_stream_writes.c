//@ entry: writer_init, writer_put, flush
//@ other-faults: allowed
//@ budget: 4000 evals
// A writer that its caller gives room by members of its structure: little happens before there is enough of it. `writer_size` is not the length of
// `version`, the string before it.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct writer;

struct buffer {
    struct writer *owner;
    uintptr_t check;
    unsigned pending;
    unsigned char bytes[400];
};

struct writer {
    unsigned char *next_out;
    unsigned avail_out;
    struct buffer *buffer;
};

int writer_init(struct writer *w, const char *version, int writer_size)
{
    if (version[0] != '1' || writer_size != sizeof *w)     //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    struct buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer)                                    //~ C1: T covered, F covered
        return -1;
    buffer->owner = w;
    buffer->check = (uintptr_t)w ^ 0x5ca1ab1eu;
    w->buffer = buffer;
    return 0;
}

static int flush(struct buffer *buffer)
{
    struct writer *w = buffer->owner;
    unsigned count = buffer->pending;
    if (count > w->avail_out)                       //~ C1: T covered, F covered
        count = w->avail_out;
    if (count == 0)                                 //~ C1: T covered, F covered
        return 0;
    memcpy(w->next_out, buffer->bytes, count);
    w->next_out += count;
    w->avail_out -= count;
    buffer->pending -= count;
    return buffer->pending == 0;
}

int writer_put(struct writer *w, unsigned char byte, unsigned times)
{
    if (!w->buffer || w->buffer->check != ((uintptr_t)w ^ 0x5ca1ab1eu))
        return -2;
    if (times > sizeof w->buffer->bytes - w->buffer->pending)
        return -1;
    memset(w->buffer->bytes + w->buffer->pending, byte, times);
    w->buffer->pending += times;
    if (w->buffer->pending > 300) {                  //~ C1: T covered, F covered
        if (!flush(w->buffer))                      //~ C1: T covered, F covered
            return 1;
        if (w->avail_out > 900)                     //~ C1: T covered, F covered
            return 3;
        return 2;
    }
    return 0;
}
