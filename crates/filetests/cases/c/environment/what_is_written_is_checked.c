//@ entry: write_header
#include <stdio.h>

/* Writes the head of a log to a stream and its number to a file of its own; 0 when the file cannot be made. */
int write_header(FILE *log, int number)
{
    FILE *file;

    if (log == NULL || number < 0)                              //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    fputs("log 1\n", log);
    file = fopen("number", "w");
    if (file == NULL)                                           //~ C1: T covered, F covered
        return 0;
    fprintf(file, "%d\n", number > 9 ? 9 : number);             //~ C1: T covered, F covered
    fclose(file);
    return 1;
}
