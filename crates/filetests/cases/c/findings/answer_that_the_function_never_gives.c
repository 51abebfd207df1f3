//@ entry: copy_all, name_at, placed, report
//@ other-faults: allowed
// The stub of a function answers what the function may not: more than the buffer holds that it was given, no number where it
// would have stored one, a return where it ends the program. A fault that needs such an answer says nothing about the code.
#include <string.h>

int read_some(void *from, char *to, int size);
int index_of(int key);
void place_of(int key, int *at);
void fatal_error(const char *reason);

static const char *const names[3] = {"one", "two", "three"};

int copy_all(void *from)
{
    char buffer[64], copy[64];
    int count = read_some(from, buffer, sizeof buffer);
    if (count <= 0)                                     //~ C1: T covered, F covered
        return 0;
    memcpy(copy, buffer, (size_t)count);                //~ fault: out-of-bounds, class precondition
    return copy[0];
}

const char *name_at(int key)
{
    int index = index_of(key);
    if (index < 0 || index > 3)                         //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    return names[index];                                //~ fault: out-of-bounds, class code
}

int placed(int key)
{
    int at = 7;
    place_of(key, &at);
    return names[at][0];                                //~ fault: out-of-bounds, class precondition
}

int report(const char *text)
{
    int at = -1;
    for (int i = 0; text && i < 3; i++)                 //~ C1: T covered, F covered; C2: T covered, F covered
        if (strcmp(text, names[i]) == 0)                //~ C1: T covered, F covered
            at = i;
    if (at < 0)                                         //~ C1: T covered, F covered
        fatal_error("no such name");
    return names[at][0];                                //~ fault: out-of-bounds, class precondition
}
