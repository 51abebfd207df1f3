//@ entry: image_size
#include <stdint.h>
#include <stdio.h>

struct header {
    uint32_t magic;
    uint16_t version;
    uint16_t flags;
    uint32_t width;
    uint32_t height;
};

/* The number of pixels of the image in the file `path`, or what is wrong with it. */
long image_size(const char *path)
{
    struct header header;
    size_t got;
    FILE *file;

    if (path == NULL)                                       //~ C1: T covered, F covered
        return -1;
    file = fopen(path, "rb");
    if (file == NULL)                                       //~ C1: T covered, F covered
        return -2;
    got = fread(&header, sizeof header, 1, file);
    fclose(file);
    if (got != 1)                                           //~ C1: T covered, F covered
        return -3;
    if (header.magic != 0x46494d47u)                        //~ C1: T covered, F covered
        return -4;
    if (header.version < 2 || header.version > 3)           //~ C1: T covered, F covered; C2: T covered, F covered
        return -5;
    if (header.flags & 1)                                   //~ C1: T covered, F covered
        return 0;
    return (long)header.width * header.height;
}
