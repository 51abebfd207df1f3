// A store through a pointer that may be the same one, a call, a volatile and an atomic read: what was known before is not known
// after. Of these only the first can be shown by a test; the others stay unknown.
//
//@ entry: two_pointers, two_variables, across_a_call, device, shared
//@ budget: 3000 evals
//@ without: search, because values prove nothing infeasible

int two_pointers(const int *a, int *b)
{
    if (a == 0 || b == 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (*a > 10) { //~ C1: T covered, F covered
        *b = 1;
        if (*a < 5) //~ C1: T covered, F covered
            return 1;
    }
    return 0;
}

static int first, second;

int two_variables(void)
{
    if (first > 10) { //~ C1: T covered, F covered
        second = 1;
        if (first < 5) //~ C1: T infeasible, F covered
            return 1;
    }
    return second;
}

void wait_for_interrupt(void);

int across_a_call(const int *a)
{
    if (a == 0) //~ C1: T covered, F covered
        return -1;
    if (*a > 10) { //~ C1: T covered, F covered
        wait_for_interrupt();
        if (*a < 5) //~ C1: T unknown, F covered
            return 1;
    }
    return 0;
}

_Atomic int owner;

int shared(void)
{
    if (owner > 10 && owner < 5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}

volatile unsigned char status;

int device(void)
{
    if (status > 10 && status < 5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
