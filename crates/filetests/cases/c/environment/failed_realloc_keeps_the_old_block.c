//@ entry: collect
#include <stdlib.h>
#include <string.h>

struct bytes {
    unsigned char *data;
    size_t used, room;
};

static int append(struct bytes *bytes, unsigned char byte)
{
    if (bytes->used == bytes->room) {
        size_t room = bytes->room == 0 ? 4 : 2 * bytes->room;
        unsigned char *data = realloc(bytes->data, room);

        if (data == NULL)
            return 0;
        bytes->data = data;
        bytes->room = room;
    }
    bytes->data[bytes->used++] = byte;
    return 1;
}

/* How many characters of `text` are letters; -1 or -2 where memory runs out before or after the
   first of them was kept. */
int collect(const char *text)
{
    struct bytes bytes = { NULL, 0, 0 };
    int count;

    if (text == NULL)                                       //~ C1: T covered, F covered
        return 0;
    for (; *text != '\0'; text++) {                         //~ C1: T covered, F covered
        if (*text < 'a' || *text > 'z')                     //~ C1: T covered, F covered; C2: T covered, F covered
            continue;
        if (!append(&bytes, (unsigned char)*text)) {        //~ C1: T covered, F covered
            count = bytes.used == 0 ? -1 : -2;              //~ C1: T covered, F covered
            free(bytes.data);
            return count;
        }
    }
    count = (int)bytes.used;
    free(bytes.data);
    return count;
}
