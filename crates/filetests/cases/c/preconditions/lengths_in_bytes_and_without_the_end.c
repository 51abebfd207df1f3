//@ entry: largest, tag_of, total
//@ settings: lengths_in_bytes_and_without_the_end.toml
/* Lengths that count bytes, or all elements but the last: no access within is a fault. */
#include <stddef.h>

struct block {
    size_t bytes;
    const short *data;
};

int largest(const int *samples, size_t bytes)
{
    int most = -1;
    for (size_t i = 0; i < bytes / sizeof *samples; i++)    //~ C1: T covered, F covered
        if (samples[i] > most)                              //~ C1: T covered, F covered
            most = samples[i];
    if (bytes > 12)                                         //~ C1: T covered, F covered
        most++;
    return most;
}

char tag_of(const char *text, unsigned char letters)
{
    if (letters > 2 && text[letters] != '\0')               //~ C1: T covered, F covered; C2: T open, F covered
        return '?';
    return letters > 2 && text[letters - 1] == 'x' ? 'x' : '-';  //~ C1: T covered, F covered; C2: T covered, F covered
}

int total(const struct block *block)
{
    int sum = 0;
    for (size_t i = 0; i < block->bytes / sizeof *block->data; i++)  //~ C1: T covered, F covered
        sum += block->data[i];
    return sum > 1000;
}
