/* Nine characters in order open the door; a wrong one begins again, the third time for good. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void)
{
    const char *word = "open-door";
    int at = 0, wrong = 0;
    while (word[at] != 0) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c == (unsigned char)word[at]) {
            at++;
        } else {
            at = 0;
            if (++wrong == 3)
                return 1;
        }
    }
    reach_error();
    return 0;
}
