/* Runs of a value: pairs of a count and a value fill sixteen places. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void)
{
    int filled = 0, sum = 0, runs = 0;
    while (filled < 16) {
        int count = __VERIFIER_nondet_uchar() & 7;
        int value = __VERIFIER_nondet_uchar() >> 4;
        if (count == 0)
            break;
        if (filled + count > 16)
            return 1;
        filled += count;
        sum += count * value;
        runs++;
    }
    if (filled == 16 && runs == 4 && sum == 111)
        reach_error();
    return 0;
}
