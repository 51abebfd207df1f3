//@ entry: log_level
#include <stdlib.h>
#include <string.h>

enum level { QUIET, NORMAL, DEBUG, BAD };

/* What the variable LOG_LEVEL says: a word or a digit; NORMAL where it is not set. */
int log_level(void)
{
    const char *text = getenv("LOG_LEVEL");

    if (text == NULL || *text == '\0')              //~ C1: T covered, F covered; C2: T covered, F covered
        return NORMAL;
    if (strcmp(text, "quiet") == 0)                 //~ C1: T covered, F covered
        return QUIET;
    if (strcmp(text, "debug") == 0)                 //~ C1: T covered, F covered
        return DEBUG;
    if (text[0] >= '0' && text[0] <= '2' && text[1] == '\0') //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return text[0] - '0';
    return BAD;
}
