//@ entry: decimal, long_number, hexadecimal
//@ strategies: dse
//@ other-faults: allowed

#include <stdlib.h>

int decimal(const char *text)
{
    if (atoi(text) == 1234) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int long_number(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (number == -98765 && *end == 'k') //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}

int hexadecimal(const char *text)
{
    if (strtoul(text, NULL, 16) == 0xbeefUL) //~ C1: T covered, F covered
        return 1;
    return 0;
}
