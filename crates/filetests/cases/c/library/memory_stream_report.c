//@ entry: report
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Text is gathered in a stream that grows in memory, and the caller gets the buffer.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int report(int errors, int warnings)
{
    char *text = 0;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (!stream) //~ C1: T open, F covered
        return -1;
    if (errors > 0) //~ C1: T covered, F covered
        fprintf(stream, "%d errors", errors);
    if (warnings > 0) //~ C1: T covered, F covered
        fprintf(stream, "%2$s%1$d warnings", warnings, errors > 0 ? ", " : "");
    fclose(stream);
    int length = (int)size;
    if (size != strlen(text)) //~ C1: T open, F covered
        length = -2;
    free(text);
    return length;
}
