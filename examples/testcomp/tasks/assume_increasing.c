/* Eight numbers, each at least twice the last. */
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int last = 1;
    for (int at = 0; at < 8; at++) {
        int next = __VERIFIER_nondet_int();
        __VERIFIER_assume(next >= 2 * last && next < 1000000);
        if (next % 1000 == 7 && at > 5)
            return 1;
        last = next;
    }
    if (last < 256)
        reach_error();
    return last == 999999;
}
