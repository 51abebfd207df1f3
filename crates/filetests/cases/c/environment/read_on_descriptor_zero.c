//@ entry: read_packet
#include <unistd.h>

/* A packet on descriptor 0: a length, that many bytes, and their sum. The length, or what is wrong. */
int read_packet(void)
{
    unsigned char length, body[32], sum, expected = 0;
    int i;

    if (read(0, &length, 1) != 1)                   //~ C1: T covered, F covered
        return -1;
    if (length == 0 || length > sizeof body)        //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    if (read(0, body, length) != length)            //~ C1: T covered, F covered
        return -3;
    for (i = 0; i < length; i++)                    //~ C1: T covered, F covered
        expected = (unsigned char)(expected + body[i]);
    if (read(0, &sum, 1) != 1)                      //~ C1: T covered, F covered
        return -4;
    if (sum != expected)                            //~ C1: T covered, F covered
        return -5;
    return length;
}
