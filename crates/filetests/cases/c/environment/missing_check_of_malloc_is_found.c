//@ entry: make_buffer
#include <stdlib.h>

struct buffer {
    char *data;
    size_t size;
};

/* Forgets that the second allocation can fail. */
struct buffer *make_buffer(unsigned char size)
{
    struct buffer *buffer = malloc(sizeof *buffer);

    if (buffer == NULL)                         //~ C1: T covered, F covered
        return NULL;
    buffer->size = size + 1u;
    buffer->data = malloc(buffer->size);
    buffer->data[0] = '\0';                     //~ fault: null-dereference
    return buffer;
}
