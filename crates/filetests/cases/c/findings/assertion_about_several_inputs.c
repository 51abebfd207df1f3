//@ entry: copy_part, total_of, logarithm, half_of
// An assertion that relates arguments to each other, or is about what was computed from an array, says what callers keep. One about
// what the code itself computed from one argument is broken by the code.
#include <assert.h>
#include <math.h>

int copy_part(const char *text, int length, int from, int count)
{
    assert(from + count <= length);                     //~ fault: assertion-failed, class precondition
    return text == 0 ? 0 : length - from - count;
}

int total_of(const int parts[4])
{
    int total = 0;
    for (int i = 0; i < 4; i++)                         //~ C1: T covered, F covered
        total ^= parts[i] >> 3;
    assert(total < 100);                                //~ fault: assertion-failed, class precondition
    return total;
}

double logarithm(const int parts[2])
{
    double entropy = log((double)(parts[0] | 1)) - log((double)(parts[1] | 1));
    assert(entropy >= -3.0);                            //~ fault: assertion-failed, class precondition
    return entropy;
}

int half_of(int number)
{
    unsigned twice = (unsigned)number * 2;
    assert((int)(twice / 2) == number);                 //~ fault: assertion-failed, class code
    return (int)twice;
}
