//@ entry: digit_of, digit, last_of, last
// Only this file can call a static function. What its own tests invent for an index that the code checks to no avail
// is nobody's fault while no caller passes it; where a caller does, it is.
static const int digits[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

static int digit_of(int index)
{
    if (index > 10)                                     //~ C1: T covered, F covered
        return -1;
    return digits[index];                               //~ fault: out-of-bounds, class precondition
}

int digit(unsigned value)
{
    if (value == 77)                                    //~ C1: T covered, F covered
        return 0;
    return digit_of((int)(value % 10));
}

static int last_of(int index)
{
    if (index > 10)                                     //~ C1: T covered, F covered
        return -1;
    return digits[index];                               //~ fault: out-of-bounds, class code
}

int last(int value)
{
    if (value < 0)                                      //~ C1: T covered, F covered
        return 0;
    return last_of(value);
}
