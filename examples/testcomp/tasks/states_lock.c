/* A combination lock of five wheels with steps that depend on the one before. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int last = 17, right = 0;
    for (int wheel = 0; wheel < 5; wheel++) {
        int number = __VERIFIER_nondet_int();
        if (number < 0 || number > 99)
            return 1;
        if (number == (last * 37 + 11) % 100)
            right++;
        else if (right > 0)
            right--;
        last = number;
    }
    if (right == 5)
        reach_error();
    return right;
}
