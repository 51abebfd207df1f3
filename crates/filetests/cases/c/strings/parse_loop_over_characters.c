//@ entry: parse_digits
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Walks a string to its end by hand.
int parse_digits(const char *s)
{
    int value = 0;
    if (!s) //~ C1: T covered, F covered
        return -1;
    while (*s) { //~ C1: T covered, F covered
        if (*s < '0' || *s > '9') //~ C1: T covered, F covered; C2: T covered, F covered
            return -2;
        value = value * 10 + (*s - '0');
        if (value > 255) //~ C1: T covered, F covered
            return -3;
        s++;
    }
    return value;
}
