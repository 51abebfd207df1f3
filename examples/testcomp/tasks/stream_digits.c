/* A number of ten digits by its digits: its remainder by 97 is a check. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void)
{
    int remainder = 0;
    for (int at = 0; at < 10; at++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < '0' || c > '9')
            return 1;
        remainder = (remainder * 10 + (c - '0')) % 97;
    }
    if (remainder == 1)
        reach_error();
    return 0;
}
