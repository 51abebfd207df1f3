/* Packets of a length, a type, bytes and a sum; sixteen bits count what was good. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void)
{
    unsigned int good = 0, bad = 0;
    while (good < 3) {
        unsigned char length = __VERIFIER_nondet_uchar();
        if (length == 0)
            break;
        if (length > 6)
            return 1;
        unsigned char type = __VERIFIER_nondet_uchar(), sum = type;
        for (unsigned char at = 0; at < length; at++)
            sum = (unsigned char)(sum * 3 + __VERIFIER_nondet_uchar());
        if (sum != __VERIFIER_nondet_uchar()) {
            if (++bad > 2)
                return 2;
            continue;
        }
        if (type == 0x7e && length == 5)
            good += 2;
        else
            good++;
    }
    if (good == 4)
        reach_error();
    return 0;
}
