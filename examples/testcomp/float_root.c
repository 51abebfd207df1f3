/* A square root by Newton's method, with what floating point adds: NaN, infinities, tiny steps. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

static double root(double x)
{
    double guess = x > 1.0 ? x / 2 : 1.0;
    for (int i = 0; i < 60; i++) {
        double next = (guess + x / guess) / 2;
        if (next == guess)
            return guess;
        guess = next;
    }
    return guess;
}

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x != x)
        return 1;
    if (x < 0.0 || x > 1e6)
        return 2;
    double y = root(x);
    if (y >= 31.5 && y <= 31.75)
        return 3;
    float scale = __VERIFIER_nondet_float();
    if (scale > 0.25f && scale < 0.75f && y * scale == 2.0)
        reach_error();
    return 0;
}
