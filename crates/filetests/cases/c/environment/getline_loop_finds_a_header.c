//@ entry: content_length
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of a `Length:` header in the lines before the first empty one; -1 without one. */
long content_length(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    long found = -1;

    while ((length = getline(&line, &room, stdin)) != -1) {     //~ C1: T covered, F covered
        if (length == 1 && line[0] == '\n')                     //~ C1: T covered, F covered; C2: T covered, F covered
            break;
        if (strncmp(line, "Length:", 7) == 0)                   //~ C1: T covered, F covered
            found = strtol(line + 7, NULL, 10);
    }
    free(line);
    if (found > 100)                                            //~ C1: T covered, F covered
        return 100;
    return found;
}
