//@ entry: week_day
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A date is written, read back and asked for its day of the week.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
int week_day(int year, int month, int day)
{
    char text[64];
    struct tm date;
    if (year < 1970 || year > 2037) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    snprintf(text, sizeof text, "%d-%d-%d", year, month, day);
    memset(&date, 0, sizeof date);
    if (strptime(text, "%Y-%m-%d", &date) == NULL) //~ C1: T covered, F covered
        return -2;
    strftime(text, sizeof text, "%-d %^b", &date);
    if (strcmp(text, "1 MAY") == 0) //~ C1: T covered, F covered
        return 100;
    return date.tm_wday;
}
