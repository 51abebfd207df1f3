//@ entry: parse_config
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
    int port;
    int verbose;
    char name[16];
};

static char *trimmed(char *text)
{
    size_t length;

    while (isspace((unsigned char)*text))
        text++;
    length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* Reads lines of `key = value`. Returns 0, or the number of the line that is wrong. */
int parse_config(FILE *stream, struct config *config)
{
    char line[128];
    int number = 0;

    if (stream == NULL || config == NULL)               //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    memset(config, 0, sizeof *config);
    while (fgets(line, sizeof line, stream)) {          //~ C1: T covered, F covered
        char *equals, *key, *value;

        number++;
        if (line[0] == '#' || line[0] == '\n')          //~ C1: T covered, F covered; C2: T covered, F covered
            continue;
        equals = strchr(line, '=');
        if (equals == NULL)                             //~ C1: T covered, F covered
            return number;
        *equals = '\0';
        key = trimmed(line);
        value = trimmed(equals + 1);
        if (strcmp(key, "port") == 0) {                 //~ C1: T covered, F covered
            config->port = atoi(value);
            if (config->port <= 0 || config->port > 65535)  //~ C1: T covered, F covered; C2: T covered, F covered
                return number;
        } else if (strcmp(key, "verbose") == 0) {       //~ C1: T covered, F covered
            config->verbose = strcmp(value, "yes") == 0;    //~ statement: covered
        } else if (strcmp(key, "name") == 0) {          //~ C1: T covered, F covered
            if (strlen(value) >= sizeof config->name)   //~ C1: T covered, F covered
                return number;
            strcpy(config->name, value);
        } else {
            return number;
        }
    }
    return 0;
}
