//@ entry: filled
//@ strategies: dse

#include <string.h>

int filled(int byte)
{
    unsigned words[2];
    memset(words, byte, sizeof words);
    if (words[1] == 0xa7a7a7a7u) //~ C1: T covered, F covered
        return 1;
    return 0;
}
