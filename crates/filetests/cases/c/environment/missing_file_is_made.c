//@ entry: next_number
#include <errno.h>
#include <stdio.h>

/* Counts the calls in the file `counter`: the number, which the file then holds. */
int next_number(void)
{
    FILE *file = fopen("/var/lib/demo/counter", "r");
    int number = 0;

    if (file == NULL) {                                     //~ C1: T covered, F covered
        if (errno != ENOENT)                                //~ C1: T covered, F covered
            return -1;
    } else {
        if (fscanf(file, "%d", &number) != 1)               //~ C1: T covered, F covered
            number = 0;
        fclose(file);
    }
    if (number >= 1000)                                     //~ C1: T covered, F covered
        return -2;
    number++;
    file = fopen("/var/lib/demo/counter", "w");
    if (file == NULL)                                       //~ C1: T open, F covered
        return -3;
    fprintf(file, "%d\n", number);
    fclose(file);
    return number;
}
