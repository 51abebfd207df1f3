//@ entry: config_line
//@ strategies: hybrid
/* Keys and values of a line; all of them are longer than one word. */
#include <stdio.h>
#include <string.h>

struct config {
    char host[32];
    int port;
    double timeout;
    unsigned flags;
};

int config_line(struct config *config, const char *line)
{
    char key[16], value[32];
    int end = 0;
    if (line[0] == '#' || line[0] == '\0')                  //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    if (sscanf(line, " %15[a-z] = %31s%n", key, value, &end) != 2) //~ C1: T covered, F covered
        return -1;
    if (strcmp(key, "host") == 0) {                         //~ C1: T covered, F covered
        strcpy(config->host, value);
    } else if (strcmp(key, "port") == 0) {                  //~ C1: T covered, F covered
        if (sscanf(value, "%d", &config->port) != 1 || config->port < 1 || config->port > 65535) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
            return -2;
    } else if (strcmp(key, "timeout") == 0) {               //~ C1: T covered, F covered
        if (sscanf(value, "%lf", &config->timeout) != 1 || config->timeout < 0.0) //~ C1: T covered, F covered; C2: T covered, F covered
            return -3;
    } else {
        return -5;
    }
    if (line[end] != '\0' && line[end] != '\n')             //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 1;
}
