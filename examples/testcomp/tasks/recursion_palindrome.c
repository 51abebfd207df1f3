/* Seven characters that read the same both ways, looked at by recursion. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

static unsigned char text[7];

static int reads_same(int left, int right)
{
    if (left >= right)
        return 1;
    if (text[left] != text[right])
        return 0;
    return reads_same(left + 1, right - 1);
}

int main(void)
{
    int different = 0;
    for (int at = 0; at < 7; at++) {
        text[at] = __VERIFIER_nondet_uchar();
        if (at > 0 && text[at] != text[at - 1])
            different++;
    }
    if (reads_same(0, 6)) {
        if (different == 6)
            return 2;
        if (different == 1)
            reach_error();
        return 1;
    }
    return 0;
}
