//@ entry: setting, range
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* Lines of settings, taken apart by formats: a key and a value, then the value as a number. */
#include <stdio.h>
#include <string.h>

struct settings {
    char name[24];
    int port;
    double wait;
};

int setting(struct settings *settings, const char *line)
{
    char key[12], value[24];
    int end = 0;

    if (line[0] == '#' || line[0] == '\0') //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    if (sscanf(line, " %11[a-z] = %23s%n", key, value, &end) != 2) //~ C1: T covered, F covered
        return -1;
    if (strcmp(key, "name") == 0) { //~ C1: T covered, F covered
        strcpy(settings->name, value);
    } else if (strcmp(key, "port") == 0) { //~ C1: T covered, F covered
        if (sscanf(value, "%d", &settings->port) != 1) //~ C1: T covered, F covered
            return -2;
        if (settings->port < 1 || settings->port > 65535) //~ C1: T covered, F covered; C2: T covered, F covered
            return -3;
    } else if (strcmp(key, "wait") == 0) { //~ C1: T covered, F covered
        if (sscanf(value, "%lf", &settings->wait) != 1 || settings->wait < 0.0) //~ C1: T covered, F covered; C2: T covered, F covered
            return -4;
    } else {
        return -5;
    }
    return line[end] == '\0' || line[end] == '\n' ? 1 : 2; //~ C1: T covered, F covered; C2: T covered, F covered
}

/* `3-17`, `3-` and `3`. */
int range(const char *text, int *from, int *to)
{
    int end = 0;

    if (sscanf(text, "%d-%d%n", from, to, &end) == 2 && text[end] == '\0') //~ C1: T covered, F covered; C2: T covered, F covered
        return *from <= *to ? 0 : -2; //~ C1: T covered, F covered
    if (sscanf(text, "%d-%n", from, &end) == 1 && end > 0 && text[end] == '\0') { //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        *to = 9999;
        return 0;
    }
    if (sscanf(text, "%d%n", from, &end) == 1 && text[end] == '\0') { //~ C1: T covered, F covered; C2: T covered, F covered
        *to = *from;
        return 0;
    }
    return -1;
}
