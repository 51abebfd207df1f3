//@ entry: valid, table_open, table_write, table_read, table_close
//@ options: --module
//@ other-faults: allowed
//@ budget: 12000 evals

#include <string.h>

#define SLOTS 3

struct slot {
    int used;
    unsigned generation;
    char data[8];
    unsigned length;
};

static struct slot slots[SLOTS];

static struct slot *valid(int handle)
{
    int slot = handle & 0xff;
    if (handle < 0 || slot >= SLOTS || !slots[slot].used)       //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return NULL;
    if (slots[slot].generation != (unsigned)handle >> 8)        //~ C1: T covered, F covered
        return NULL;
    return &slots[slot];
}

int table_open(void)
{
    for (int slot = 0; slot < SLOTS; slot++) {                  //~ C1: T covered, F covered
        if (!slots[slot].used) {                                //~ C1: T covered, F covered
            slots[slot].used = 1;
            slots[slot].generation++;
            slots[slot].length = 0;
            return (int)(slots[slot].generation << 8) | slot;
        }
    }
    return -1;
}

int table_write(int handle, const char *data, size_t length)
{
    struct slot *s = valid(handle);
    if (!s)                                                     //~ C1: T covered, F covered
        return -1;
    if (length > sizeof s->data - s->length)                    //~ C1: T covered, F covered
        return -2;
    memcpy(s->data + s->length, data, length);
    s->length += length;
    return (int)s->length;
}

int table_read(int handle)
{
    struct slot *s = valid(handle);
    if (!s || s->length == 0)                                   //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return s->data[--s->length];
}

int table_close(int handle)
{
    struct slot *s = valid(handle);
    if (!s)                                                     //~ C1: T covered, F covered
        return -1;
    s->used = 0;
    return 0;
}
