//@ entry: digit_of, digit, last_of, last, hex, hex_byte, octal, octal_byte
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

/* Data are no exception: a caller may have looked at them before. */
static const signed char values[128] = {['0'] = 1, ['7'] = 8, ['f'] = 16};

static int hex(const char *text)
{
    return values[(int)text[0]] - 1;                    //~ fault: out-of-bounds, class precondition; fault: null-dereference, class precondition
}

int hex_byte(const char text[4])
{
    if (text[0] < '0' || text[0] > 'f')                 //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return hex(text);
}

static int octal(const char *text)
{
    return values[(int)text[0]] - 1;                    //~ fault: out-of-bounds, class code; fault: null-dereference, class precondition
}

int octal_byte(const char text[4])
{
    if (text[0] == '8')                                 //~ C1: T covered, F covered
        return -1;
    return octal(text);
}
