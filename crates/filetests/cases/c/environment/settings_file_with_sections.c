//@ entry: ini_read
/* FIXME: no test has a stream whose reads fail, so `ferror` is never true. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef int (*ini_handler)(void *user, const char *section, const char *name, const char *value);

static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

int ini_read(FILE *file, ini_handler handler, void *user)
{
    char line[80], section[24] = "";
    int number = 0, error = 0;
    while (fgets(line, sizeof line, file)) {                //~ C1: T covered, F covered
        number++;
        char *start = trimmed(line);
        if (*start == ';' || *start == '\0')                //~ C1: T covered, F covered; C2: T covered, F covered
            continue;
        if (*start == '[') {                                //~ C1: T covered, F covered
            char *end = strchr(start, ']');
            if (!end) {                                     //~ C1: T covered, F covered
                if (!error)                                 //~ C1: T covered, F covered
                    error = number;
                continue;
            }
            *end = '\0';
            snprintf(section, sizeof section, "%s", start + 1);
            continue;
        }
        char *equals = strpbrk(start, "=:");
        if (!equals) {                                      //~ C1: T covered, F covered
            if (!error)                                     //~ C1: T covered, F covered
                error = number;
            continue;
        }
        *equals = '\0';
        if (!handler(user, section, trimmed(start), trimmed(equals + 1)) && !error) //~ C1: T covered, F covered; C2: T covered, F covered
            error = number;
    }
    return ferror(file) ? -1 : error;                       //~ C1: T unknown, F covered
}
