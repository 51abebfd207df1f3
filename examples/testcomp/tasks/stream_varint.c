/* Numbers of seven bits a byte, highest bit where more follows. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

static unsigned int read(void)
{
    unsigned int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        value |= (unsigned int)(byte & 127) << shift;
        if (!(byte & 128))
            return value;
    }
    return 0;
}

int main(void)
{
    unsigned int first = read(), second = read();
    if (first == 300 && second > 2097152)
        return 1;
    if (first > second && second == 1000000)
        reach_error();
    return 0;
}
