/* Mutual recursion and a recursion with an accumulator. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
void reach_error() { abort(); }

static int is_odd(unsigned int n);

static int is_even(unsigned int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main()
{
    unsigned int n = __VERIFIER_nondet_uchar();
    if (is_even(n) && is_odd(n / 2))
        return 1;
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a < 0 || a > 2 || b < 0 || b > 6)
        return 2;
    if (ackermann(a, b) == 13)
        reach_error();
    return 0;
}
