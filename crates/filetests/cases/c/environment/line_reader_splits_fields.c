//@ entry: read_command
#include <stdio.h>
#include <string.h>

enum command { QUIT, HELP, SET, UNKNOWN };

/* The next command of standard input; -1 at its end, -2 for `set` without a value. */
int read_command(void)
{
    char line[80];
    char *word, *value;

    if (fgets(line, sizeof line, stdin) == NULL)    //~ C1: T covered, F covered
        return -1;
    word = strtok(line, " \t\n");
    if (word == NULL)                               //~ C1: T covered, F covered
        return UNKNOWN;
    if (strcmp(word, "quit") == 0)                  //~ C1: T covered, F covered
        return QUIT;
    if (strcmp(word, "help") == 0)                  //~ C1: T covered, F covered
        return HELP;
    if (strcmp(word, "set") != 0)                   //~ C1: T covered, F covered
        return UNKNOWN;
    value = strtok(NULL, " \t\n");
    if (value == NULL)                              //~ C1: T covered, F covered
        return -2;
    return SET;
}
