/* Insertion sort, then a check that fails for one arrangement only because the sort stops early. */
extern void abort(void);
void reach_error(void) { abort(); }
extern short __VERIFIER_nondet_short(void);

void __VERIFIER_assert(int holds)
{
    if (!holds) {
        reach_error();
        abort();
    }
}

static void sort(short *values, int count)
{
    for (int i = 1; i < count; i++) {
        short moving = values[i];
        int at = i;
        /* The bug: values[0] never moves. */
        while (at > 1 && values[at - 1] > moving) {
            values[at] = values[at - 1];
            at--;
        }
        values[at] = moving;
    }
}

int main(void)
{
    short values[5];
    for (int i = 0; i < 5; i++)
        values[i] = __VERIFIER_nondet_short();
    sort(values, 5);
    for (int i = 1; i < 5; i++)
        __VERIFIER_assert(values[i - 1] <= values[i]);
    return 0;
}
