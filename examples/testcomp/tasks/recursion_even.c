/* Two functions that call one another tell even from odd numbers. */
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

static int is_odd(int n);

static int is_even(int n)
{
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}

static int is_odd(int n)
{
    if (n == 0)
        return 0;
    return is_even(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 40);
    if (is_even(n) && is_odd(n))
        reach_error();
    if (is_even(n) && n > 36)
        return 1;
    return 0;
}
