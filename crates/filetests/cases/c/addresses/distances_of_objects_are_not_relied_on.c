//@ entry: close_by, close_elements, room, upper
//@ criteria: branch
//@ budget: 4000 evals
//@ seed: 1
//@ dropped: 1
// Objects of a process lie some bytes or some terabytes apart, as it happens: no test may depend on it.
int close_by(const char *p, const char *q)
{
    if (!p || !q) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if ((unsigned long)(p - q) < 1000) //~ C1: T covered, F covered
        return 1;
    return 0;
}
int close_elements(const int *p, const int *q)
{
    if (!p || !q || p == q) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -1;
    if ((unsigned long)(p - q) > 1000) //~ C1: T covered, F unknown
        return 1;
    return 0;
}
struct buffer {
    unsigned char *begin;
    long size;
    unsigned char *at;
};
// What lies terabytes before an object may be a small number or a large one, or none: the native run stops there.
int room(const struct buffer *b)
{
    if (b->size > -100000000000000 || b->begin == b->at || !b->begin || !b->at) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F unknown
        return -1;
    if (b->at + 2 >= b->begin + b->size) //~ C1: T open, F unknown
        return 0;
    return 1;
}
// Whether a program is loaded low is not the test's to say.
int upper(const char *p)
{
    if ((unsigned long)p > 0x6000000000ul) //~ C1: T open, F covered
        return 1;
    return 0;
}
