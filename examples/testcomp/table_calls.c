/* Operations through a table of functions, with goto and a division that may fault. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

static int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int divide(int a, int b) { return a / b; }
static int choose(int a, int b) { return a > b ? a : b; }

static int (*const operations[])(int, int) = {add, divide, choose};

int main(void)
{
    int result = 1;
    int rounds = 0;
again:
    if (rounds++ == 4)
        goto done;
    int which = __VERIFIER_nondet_int();
    if (which < 0 || which > 2)
        goto done;
    result = operations[which](result, __VERIFIER_nondet_int());
    if (result == 4711)
        reach_error();
    goto again;
done:
    return result == 0;
}
