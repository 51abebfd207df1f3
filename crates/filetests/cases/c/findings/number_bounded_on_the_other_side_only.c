//@ entry: text_of, fill, last_byte, mean_of, split
//@ other-faults: allowed
// A comparison says something about the side that it bounds: `i < length` in a loop lets a negative length through, and asks
// nobody whether one comes. The same holds for a divisor that is never compared with zero. What a check lets through on its own
// side is the code's fault.
#include <stddef.h>

enum { FIRST = 256, LAST = 260 };

static const char *const texts[] = {"and", "break", "do", "else"};

const char *text_of(int token)
{
    if (token < FIRST)                                  //~ C1: T covered, F covered
        return "char";
    return texts[token - FIRST];                        //~ fault: out-of-bounds, class precondition
}

int fill(int length)
{
    char buffer[32];
    if (length > 31)                                    //~ C1: T covered, F covered
        return -1;
    for (int i = 0; i < length; i++)                    //~ C1: T covered, F covered
        buffer[i] = 'x';
    buffer[length] = 0;                                 //~ fault: out-of-bounds, class precondition
    return buffer[0];
}

/* The check lets 32 through. */
int last_byte(unsigned length)
{
    char buffer[32] = {0};
    if (length > 32)                                    //~ C1: T covered, F covered
        return -1;
    return buffer[length];                              //~ fault: out-of-bounds, class code
}

int mean_of(int total, int count)
{
    if (total > 1000)                                   //~ C1: T covered, F covered
        return 1000;
    return total / count;                               //~ fault: division-by-zero, class precondition
}

int split(int total, int parts)
{
    if (parts < 0)                                      //~ C1: T covered, F covered
        return 0;
    return total / parts;                               //~ fault: division-by-zero, class code
}
