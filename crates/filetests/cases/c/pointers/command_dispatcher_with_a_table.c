//@ entry: dispatch
/* The words of a line, and what the table has for the first of them. */
#include <string.h>
#include <stdlib.h>

struct session {
    int level;
    char user[12];
    unsigned failures;
};

typedef int (*handler)(struct session *session, int argc, char **argv);

static int login(struct session *s, int argc, char **argv)
{
    if (argc != 2 || strlen(argv[1]) >= sizeof s->user) {
        s->failures++;
        return -1;
    }
    strcpy(s->user, argv[1]);
    s->level = strcmp(argv[1], "root") == 0 ? 2 : 1;
    return 0;
}

static int level(struct session *s, int argc, char **argv)
{
    if (s->level < 2 || argc < 2)
        return -1;
    s->level = atoi(argv[1]);
    return s->level;
}

static const struct {
    const char *name;
    handler run;
    int needs_login;
} commands[] = {
    {"login", login, 0},
    {"level", level, 1},
};

int dispatch(struct session *session, char *line)
{
    char *words[4];
    int count = 0;
    for (char *word = strtok(line, " \t"); word; word = strtok(NULL, " \t")) { //~ C1: T covered, F covered
        if (count == 4)                                     //~ C1: T covered, F covered
            return -2;
        words[count++] = word;
    }
    if (count == 0)                                         //~ C1: T covered, F covered
        return 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) { //~ C1: T covered, F covered
        if (strcmp(commands[i].name, words[0]) != 0)        //~ C1: T covered, F covered
            continue;
        if (commands[i].needs_login && session->user[0] == '\0') //~ C1: T covered, F covered; C2: T covered, F covered
            return -3;
        return commands[i].run(session, count, words);
    }
    return -4;
}
