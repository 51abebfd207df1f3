/* Words whose bits are told one assumption after the other. */
extern void abort(void);
extern void __VERIFIER_assume(int);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }

int main(void)
{
    unsigned int word = __VERIFIER_nondet_uint(), mask = __VERIFIER_nondet_uint();
    __VERIFIER_assume((word & 0xffu) == 0x5au);
    __VERIFIER_assume((word >> 8 & 0xffu) == (mask & 0xffu));
    __VERIFIER_assume((word ^ mask) >> 24 == 0x3cu);
    __VERIFIER_assume((mask & mask - 1) == 0 && mask != 0);
    if (mask == 0x80u && word >> 16 == 0x3c77u)
        return 1;
    if (mask < 256 && word >> 24 != 0x3cu)
        reach_error();
    return mask == 0x10000000u;
}
