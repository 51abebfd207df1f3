//@ entry: tlv_parse
//@ without: search, because values alone do not come to all of it within the budget
/* Lengths within a message. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { TAG_ID = 1, TAG_NAME = 2, TAG_KEYS = 0x30 };

struct record {
    uint32_t id;
    char name[16];
    uint8_t keys;
};

int tlv_parse(const uint8_t *buffer, size_t length, struct record *out)
{
    size_t at = 0;
    memset(out, 0, sizeof *out);
    while (at + 2 <= length) {                              //~ C1: T covered, F covered
        uint8_t tag = buffer[at], size = buffer[at + 1];
        at += 2;
        if (size > length - at)                             //~ C1: T covered, F covered
            return -1;
        switch (tag) {
        case TAG_ID:                                        //~ C1: T covered, F covered
            if (size != 4)                                  //~ C1: T covered, F covered
                return -2;
            out->id = (uint32_t)buffer[at] << 24 | (uint32_t)buffer[at + 1] << 16
                      | (uint32_t)buffer[at + 2] << 8 | buffer[at + 3];
            break;
        case TAG_NAME:                                      //~ C1: T covered, F covered
            if (size >= sizeof out->name)                   //~ C1: T covered, F covered
                return -3;
            memcpy(out->name, buffer + at, size);
            out->name[size] = '\0';
            break;
        case TAG_KEYS:                                      //~ C1: T covered, F covered
            for (uint8_t i = 0; i < size; i++)              //~ C1: T covered, F covered
                if (buffer[at + i] & 0x80)                  //~ C1: T covered, F covered
                    out->keys++;
            break;
        default:                                            //~ C1: T covered, F covered
            if (tag & 0x40)                                 //~ C1: T covered, F covered
                return -4;
        }
        at += size;
    }
    if (at != length)                                       //~ C1: T covered, F covered
        return -5;
    return out->id == 0xCAFE ? 1 : 0;                       //~ C1: T covered, F covered
}
