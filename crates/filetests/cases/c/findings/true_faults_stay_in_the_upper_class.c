//@ entry: list_new, grow, digit_value, decode, ratio
//@ other-faults: allowed
//@ budget: 6000 evals
// Faults that real programs had, in their shape: results of allocators that nobody looks at, `strchr` that finds the closing
// zero, a shift by a count of bytes of the text, a division by a number from outside.
#include <stdlib.h>
#include <string.h>

struct list {
    int count;
    int *items;
};

struct list *list_new(void)
{
    struct list *list = malloc(sizeof *list);
    list->count = 0;                                    //~ fault: null-dereference, class code
    list->items = calloc(4, sizeof *list->items);
    list->items[0] = 1;                                 //~ fault: null-dereference, class code
    return list;
}

int grow(unsigned char *text, unsigned char last)
{
    unsigned length = text ? (unsigned)strnlen((char *)text, 8) : 0; //~ C1: T covered, F covered
    char *copy = realloc(NULL, length + 2);
    copy[length] = (char)last;                          //~ fault: null-dereference, class code
    free(copy);
    return (int)length;
}

static const int values[7] = {1, 5, 10, 50, 100, 500, 1000};

int digit_value(char digit)
{
    const char *found = strchr("IVXLCDM", digit);
    if (found == NULL)                                  //~ C1: T covered, F covered
        return 0;
    return values[found - "IVXLCDM"];                   //~ fault: out-of-bounds, class code
}

unsigned decode(unsigned char first)
{
    unsigned count = 0;
    for (; first & 0x80; first <<= 1)                   //~ C1: T covered, F covered
        count++;
    return (first & 0x7Fu) << (count * 6);              //~ fault: invalid-shift, class code
}

int read_field(void *file, int tag, int *value);

int ratio(void *file)
{
    int vertical = 0, horizontal = 0;
    if (!read_field(file, 1, &vertical) || !read_field(file, 2, &horizontal)) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return horizontal / vertical;                       //~ fault: division-by-zero, class code
}
