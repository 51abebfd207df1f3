//@ entry: run
//@ strategies: dse
//@ other-faults: allowed

#include <string.h>

static int command(const char *word)
{
    if (strcmp(word, "connect") == 0)
        return 1;
    if (strcmp(word, "quit") == 0)
        return 2;
    if (strncmp(word, "set-", 4) == 0)
        return 3;
    if (strcmp(word, "status") == 0)
        return 4;
    return 0;
}

int run(const char *word, int open)
{
    switch (command(word)) {
    case 1: //~ C1: T covered, F covered
        return open ? -1 : 10; //~ C1: T covered, F covered
    case 2: //~ C1: T covered, F covered
        return 20;
    case 3: //~ C1: T covered, F covered
        if (word[4] == 'x' && word[5] == 0) //~ C1: T covered, F covered; C2: T covered, F covered
            return 31;
        return 30;
    case 4: //~ C1: T covered, F covered
        return 40;
    default: //~ C1: T covered, F covered
        return 0;
    }
}
