/* Five numbers that must be a permutation with a given number of inversions. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int values[5], seen = 0, inversions = 0;
    for (int at = 0; at < 5; at++) {
        values[at] = __VERIFIER_nondet_int();
        if (values[at] < 0 || values[at] > 4)
            return 1;
        seen |= 1 << values[at];
    }
    if (seen != 31)
        return 2;
    for (int left = 0; left < 5; left++)
        for (int right = left + 1; right < 5; right++)
            if (values[left] > values[right])
                inversions++;
    if (inversions > 10)
        reach_error();
    return inversions == 7;
}
