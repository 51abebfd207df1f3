//@ entry: fits, all_fit
// A function of another file that is asked the same number twice gives one answer. That it gave seven first and nothing then is
// the stub's.
unsigned size_of_format(int format);

int fits(int format, unsigned count)
{
    if (size_of_format(format) && 100 / size_of_format(format) < count) //~ C1: T covered, F covered; C2: T covered, F covered; fault: division-by-zero, class precondition
        return 0;
    return 1;
}

/* Nothing, then seven, then nothing again. */
int all_fit(int format, unsigned count)
{
    unsigned size = 0;
    for (int i = 0; i < 3; i++) {                       //~ C1: T covered, F covered
        if (size_of_format(format) && 100 / size_of_format(format) < count) //~ C1: T covered, F covered; C2: T covered, F covered; fault: division-by-zero, class precondition
            return 0;
        size += size_of_format(format);
    }
    return (int)size;
}
