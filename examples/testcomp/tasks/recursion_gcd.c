/* The greatest common divisor of two numbers by recursion. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

static int divisor(int a, int b)
{
    if (b == 0)
        return a;
    return divisor(b, a % b);
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a <= 0 || b <= 0 || a > 10000 || b > 10000)
        return 1;
    int d = divisor(a, b);
    if (d < 1)
        reach_error();
    if (d == 119 && a != b)
        return 2;
    return 0;
}
