/* McCarthy's function gives 91 for every number up to 100. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

static int ninety_one(int n)
{
    if (n > 100)
        return n - 10;
    return ninety_one(ninety_one(n + 11));
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 60 || n > 140)
        return 1;
    int result = ninety_one(n);
    if (n <= 100 && result != 91)
        reach_error();
    return result == 117;
}
