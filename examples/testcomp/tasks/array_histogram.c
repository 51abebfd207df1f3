/* Votes for five; one that has the majority of nine wins, and 3 never does without 2. */
extern void abort(void);
extern void __VERIFIER_assume(int);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }

int main(void)
{
    int votes[5] = {0, 0, 0, 0, 0};
    for (int at = 0; at < 9; at++) {
        unsigned int choice = __VERIFIER_nondet_uint();
        __VERIFIER_assume(choice < 5);
        if (choice == 3 && votes[2] == 0)
            continue;
        votes[choice]++;
    }
    if (votes[3] == 9)
        reach_error();
    if (votes[4] > 4 && votes[1] == 2)
        return 4;
    return votes[0] > 4;
}
