//@ entry: script_kind
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Whether the file `path` starts with "#!" (1), "\x7f" (2) or something else (0). */
int script_kind(const char *path)
{
    char start[2];
    ssize_t got;
    int file;

    if (path == NULL)                               //~ C1: T covered, F covered
        return -1;
    file = open(path, O_RDONLY);
    if (file < 0)                                   //~ C1: T covered, F covered
        return errno == EACCES ? -3 : -2;           //~ C1: T covered, F covered
    got = read(file, start, sizeof start);
    close(file);
    if (got >= 1 && start[0] == 0x7f)               //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (got != 2)                                   //~ C1: T covered, F covered
        return 0;
    return start[0] == '#' && start[1] == '!';      //~ C1: T covered, F covered; C2: T covered, F covered
}
