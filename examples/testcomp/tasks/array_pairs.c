/* Two places of a table whose numbers add up to what is asked. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }

static const int prices[7] = {129, 499, 1250, 2799, 4875, 9999, 15040};

int main(void)
{
    int sum = __VERIFIER_nondet_int();
    unsigned int first = __VERIFIER_nondet_uint() % 7, second = __VERIFIER_nondet_uint() % 7;
    if (first == second)
        return 1;
    if (prices[first] + prices[second] != sum)
        return 2;
    if (sum == 14874)
        reach_error();
    return sum > 20000;
}
