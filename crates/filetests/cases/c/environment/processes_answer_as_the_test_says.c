//@ entry: run, spawn, first_character, stop
// What leaves the process is never done by a test: its answers are inputs.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int run(void)
{
    int status = system("make all");
    if (status == -1)                                   //~ C1: T covered, F covered
        return -1;
    return status == 512 ? 2 : 0;                       //~ C1: T covered, F covered
}

int spawn(void)
{
    pid_t child = fork();
    if (child < 0)                                      //~ C1: T covered, F covered
        return -1;
    if (child == 0)                                     //~ C1: T covered, F covered
        return 1;
    return 2;
}

int first_character(void)
{
    FILE *output = popen("uname", "r");
    if (output == NULL)                                 //~ C1: T covered, F covered
        return -1;
    int c = fgetc(output);
    pclose(output);
    return c == 'x';
}

int stop(int child)
{
    return kill(child, SIGTERM) != 0 ? -1 : 0;          //~ C1: T covered, F covered
}
