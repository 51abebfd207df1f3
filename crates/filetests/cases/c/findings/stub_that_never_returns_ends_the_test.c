//@ entry: entry_of, length_of, checked
// What is declared never to return ends the run where its stub is called: nothing behind the call is reached, and the way
// there is one that a test can go and check.
#include <stddef.h>

_Noreturn void give_up(int code);
_Noreturn int give_up_with(const char *reason, int code);

static const int table[4] = {1, 2, 3, 5};

int entry_of(int index)
{
    if (index < 0)                                      //~ C1: T covered, F covered
        give_up(2);
    if (index > 3)                                      //~ C1: T covered, F covered
        give_up_with("too large", index);
    return table[index];
}

int length_of(const char *text)
{
    int length = 0;
    if (text == NULL)                                   //~ C1: T covered, F covered
        give_up(1);
    while (text[length] != 0)                           //~ C1: T covered, F covered
        length++;
    return length;
}

/* The check lets 4 through. */
int checked(int index)
{
    if (index < 0 || index > 4)                         //~ C1: T covered, F covered; C2: T covered, F covered
        give_up(3);
    return table[index];                                //~ fault: out-of-bounds, class code
}
