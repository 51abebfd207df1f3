/* A frame of bytes with a length, a type and a checksum; every integer type of the interface. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void *__VERIFIER_nondet_pointer(void);

static unsigned char frame[16];

static int parse(unsigned int length, unsigned char sum)
{
    unsigned char total = 0;
    for (unsigned int i = 0; i < length; i++)
        total = (unsigned char)(total + frame[i]);
    if (total != sum)
        return -1;
    switch (frame[0]) {
    case 'A':
        return 1;
    case 'R':
        return length > 4 ? 2 : 3;
    default:
        return 0;
    }
}

int main(void)
{
    unsigned int length = __VERIFIER_nondet_ushort() % 17;
    for (unsigned int i = 0; i < length; i++)
        frame[i] = __VERIFIER_nondet_uchar();
    if (parse(length, __VERIFIER_nondet_uchar()) < 0)
        return 1;
    if (__VERIFIER_nondet_char() == '\n' && __VERIFIER_nondet_ulong() >= 1ul << 63)
        return 2;
    if (__VERIFIER_nondet_longlong() == -81985529216486896ll)
        return 3;
    return __VERIFIER_nondet_pointer() == 0 ? 4 : 5;
}
