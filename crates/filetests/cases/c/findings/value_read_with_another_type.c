//@ entry: length_of, first_of
//@ other-faults: allowed
// A union that a test filled as a number holds no pointer and no length, whatever the code compares. What it reads with the type
// that the test wrote is the test's argument.
#include <stddef.h>

struct value {
    int kind;
    union {
        struct {
            double number;
            long integer;
        } number;
        struct {
            const int *items;
            long length;
        } list;
    } as;
};

static const int sizes[4] = {1, 2, 4, 8};

int length_of(const struct value *value)
{
    if (value == NULL || value->kind != 2)              //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (value->as.list.items == NULL)                   //~ C1: T covered, F covered
        return 0;
    return value->as.list.items[0];                     //~ fault: invalid-pointer, class precondition
}

int first_of(const struct value *value)
{
    if (value == NULL || value->kind > 4 || value->kind < 0) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -1;
    return sizes[value->kind];                          //~ fault: out-of-bounds, class code
}
