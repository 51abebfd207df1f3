/* Assumptions one after the other, each on the value before: a run that breaks one ends. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "assume_chain.c", 5, "reach_error"); }
void assume_abort_if_not(int holds) { if (!holds) abort(); }
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    assume_abort_if_not(a > 100000);
    int b = __VERIFIER_nondet_int();
    __VERIFIER_assume(b == a + 7);
    long c = __VERIFIER_nondet_long();
    __VERIFIER_assume(c > 1L * a * 2);
    assume_abort_if_not(c < 2L * b + 50);
    if (c % 10 == 3) {
        int d = __VERIFIER_nondet_int();
        __VERIFIER_assume(d < 0);
        if (d + a == 12)
            reach_error();
        return 1;
    }
    return 0;
}
