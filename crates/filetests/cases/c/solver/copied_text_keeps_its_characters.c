//@ entry: joined, prefix, moved
//@ strategies: dse
//@ other-faults: allowed

#include <string.h>

/* A name is built from parts before it is compared. */
int joined(const char *stem)
{
    char name[32];
    if (strlen(stem) > 10) //~ C1: T covered, F covered
        return -1;
    strcpy(name, "lib");
    strcat(name, stem);
    strcat(name, ".so");
    if (strcmp(name, "libcurl.so") == 0) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int prefix(const char *word)
{
    char key[5] = {0};
    strncpy(key, word, 4);
    if (strcmp(key, "host") == 0 && word[4] == '=') //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}

int moved(const unsigned char packet[6])
{
    unsigned char copy[6];
    unsigned value;
    memcpy(copy, packet, sizeof copy);
    memmove(copy, copy + 2, 4);
    memcpy(&value, copy, sizeof value);
    if (value == 0x600dcafeu) //~ C1: T covered, F covered
        return 1;
    return 0;
}
