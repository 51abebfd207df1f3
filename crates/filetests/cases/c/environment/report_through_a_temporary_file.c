//@ entry: replace_report
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes `text` to a temporary file first, then gives it the name of the report; how many characters it has. */
int replace_report(const char *text)
{
    char name[] = "/var/lib/demo/report-XXXXXX";
    int file, length;

    if (text == NULL || *text == '\0')                          //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    file = mkstemp(name);
    if (file < 0)
        return -2;
    length = (int)strlen(text);
    if (write(file, text, (size_t)length) != length) {
        close(file);
        return -3;
    }
    close(file);
    if (rename(name, "/var/lib/demo/report") != 0) {            //~ C1: T covered, F covered
        unlink(name);
        return -4;
    }
    return length;
}
