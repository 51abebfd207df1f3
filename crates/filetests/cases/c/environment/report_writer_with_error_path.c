//@ entry: write_report
/* A file that takes no bytes, and a report that is not empty. */
#include <stdio.h>

/* Writes a report to the file `path`. Returns 0, 1 where it cannot be opened, 2 where it cannot be
   written. */
int write_report(const char *path, const int *values, unsigned char count)
{
    FILE *file;
    unsigned char i;
    int result = 0;

    if (path == NULL || values == NULL || count > 4)    //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -1;
    file = fopen(path, "w");
    if (file == NULL)                                   //~ C1: T covered, F covered
        return 1;
    for (i = 0; i < count && result == 0; i++) {        //~ C1: T covered, F covered; C2: T covered, F covered
        if (fprintf(file, "%d: %d\n", i, values[i]) < 0)    //~ C1: T covered, F covered
            result = 2;
    }
    if (ferror(file) && result == 0)                    //~ C1: T covered, F covered; C2: T open, F covered
        result = 3;
    fclose(file);
    return result;
}
