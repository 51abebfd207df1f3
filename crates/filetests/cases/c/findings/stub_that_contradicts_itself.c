//@ entry: fits
// A function of another file that is asked the same number twice gives one answer. That it gave seven first and nothing then is
// the stub's.
unsigned size_of_format(int format);

int fits(int format, unsigned count)
{
    if (size_of_format(format) && 100 / size_of_format(format) < count) //~ C1: T covered, F covered; C2: T covered, F covered; fault: division-by-zero, class precondition
        return 0;
    return 1;
}
