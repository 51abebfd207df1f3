//@ entry: sign
//@ dropped: 1
//@ without: hybrid, because it is about what becomes of a suite, whoever found it
// Seen from the test file, the member has another name.
#if __INCLUDE_LEVEL__
#define value elsewhere
#endif
struct number {
    int value;
};

int sign(const struct number *number, int without)
{
    if (without > 0)            //~ C1: T covered, F covered
        return 0;
    if (number->value < 0)      //~ C1: T unknown, F covered; fault: null-dereference
        return -1;
    return 1;
}
#undef value
