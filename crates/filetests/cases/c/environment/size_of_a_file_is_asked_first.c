//@ entry: slot_count
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

struct slot {
    char bytes[4];
};

/* Slots of a database: -1 where there is none, -2 where it is not ours, -3 when its size is odd. */
int slot_count(void)
{
    struct stat known, opened;
    int file, count;

    if (stat("/var/lib/demo/slots", &known) < 0)                //~ C1: T covered, F covered
        return errno == EACCES ? -2 : -1;                       //~ C1: T covered, F covered
    if (known.st_size % sizeof(struct slot) != 0)               //~ C1: T covered, F covered
        return -3;
    file = open("/var/lib/demo/slots", O_RDONLY);
    if (file < 0 || fstat(file, &opened) < 0)
        return -4;
    count = (int)(opened.st_size / (long)sizeof(struct slot));
    close(file);
    return count > 2 ? 2 : count;                               //~ C1: T covered, F covered
}
