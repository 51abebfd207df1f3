//@ entry: word, quoted
//@ other-faults: allowed
// How long a word is, the function behind the stub says: the stub may give words longer than any, and ends before starts.
const char *mark(const char *text, int number);

int word(const char *text)
{
    char copy[4];
    const char *start = mark(text, 1);
    const char *end = mark(text, 2);
    int colons = 0;
    for (const char *at = start; at < end; at++)        //~ C1: T covered, F covered
        colons += *at == ':';
    copy[end - start] = 0;                              //~ fault: out-of-bounds, class precondition
    return colons;
}

int quoted(const char *text)
{
    const char *start = mark(text, 1);
    const char *end = mark(text, 2);
    int colons = 0;
    for (const char *at = start; at < end; at++)        //~ C1: T covered, F covered
        colons += *at == ':';
    char *copy = __builtin_alloca((unsigned long)(end - start) / 2);
    copy[4] = '%';                                      //~ fault: out-of-bounds, class precondition
    return colons;
}
