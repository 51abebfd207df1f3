//@ entry: parse_number, parse_pair
//@ criteria: branch
//@ budget: 80000 evals
//@ seed: 1
//@ other-faults: allowed
// Parsers over characters that need not end with NUL.
#include <stddef.h>
int parse_number(const char *text, size_t length, int *out)
{
    size_t at = 0;
    int sign = 1, value = 0;
    if (at < length && text[at] == '-') { //~ C1: T covered, F covered; C2: T covered, F covered
        sign = -1;
        at++;
    }
    if (at == length) //~ C1: T covered, F covered
        return -1;
    for (; at < length; at++) { //~ C1: T covered, F covered
        if (text[at] < '0' || text[at] > '9') //~ C1: T covered, F covered; C2: T covered, F covered
            return -2;
        if (value > 9999) //~ C1: T covered, F covered
            return -3;
        value = value * 10 + (text[at] - '0');
    }
    *out = sign * value;
    return 0;
}
int parse_pair(const char *text, size_t length, size_t *split)
{
    size_t at = 0;
    while (at < length && text[at] != '=') //~ C1: T covered, F covered; C2: T covered, F covered
        at++;
    if (at == length || at == 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    *split = at;
    return text[length - 1] == ';' && length - at > 3 ? 1 : 0; //~ C1: T covered, F covered; C2: T covered, F covered
}
