/* Sums and products in prefix form, read by recursion to a depth of four. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

static int value(int depth)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c >= '0' && c <= '9')
        return c - '0';
    if (depth == 4)
        return -1;
    if (c == '+') {
        int left = value(depth + 1), right = value(depth + 1);
        return left < 0 || right < 0 ? -1 : left + right;
    }
    if (c == '*') {
        int left = value(depth + 1), right = value(depth + 1);
        return left < 0 || right < 0 ? -1 : left * right;
    }
    return -1;
}

int main(void)
{
    int result = value(0);
    if (result == 77)
        reach_error();
    return result > 729;
}
