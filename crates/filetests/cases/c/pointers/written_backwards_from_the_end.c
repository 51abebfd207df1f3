//@ entry: put_byte, put_number
//@ budget: 6000 evals
#include <stddef.h>

/* Fields are written backwards: `*to` goes down from the end of a buffer that begins at `start`. */
int put_byte(unsigned char **to, const unsigned char *start, unsigned char byte)
{
    if (*to - start < 1)                        //~ C1: T covered, F covered
        return -1;
    *--*to = byte;
    return 1;
}

int put_number(unsigned char **to, const unsigned char *start, unsigned number)
{
    int length = 0;

    if (number > 0xFFFF)                        //~ C1: T covered, F covered
        return -2;
    do {
        if (*to - start < 2)                    //~ C1: T covered, F covered
            return -1;
        *--*to = (unsigned char)number;
        number >>= 8;
        length++;
    } while (number != 0);                      //~ C1: T covered, F covered
    *--*to = (unsigned char)length;
    return length + 1;
}
