/* Assumptions that leave right-angled triangles only. */
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    __VERIFIER_assume(a > 0 && a < 200);
    __VERIFIER_assume(b > a && b < 200);
    __VERIFIER_assume(c > b && c < 300);
    __VERIFIER_assume(a * a + b * b == c * c);
    if (a == b)
        reach_error();
    if (c == 65)
        return 1;
    if (a % 2 == 1 && c > 200)
        return 2;
    return 0;
}
