/* A machine that takes coins of four kinds and gives change exactly or nothing. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int credit = 0, sold = 0;
    for (int step = 0; step < 9; step++) {
        int coin = __VERIFIER_nondet_int();
        if (coin == 5 || coin == 10 || coin == 20 || coin == 50) {
            credit += coin;
            if (credit > 200)
                return 1;
        } else if (coin == -1) {
            if (credit < 65)
                return 2;
            credit -= 65;
            sold++;
        } else {
            return 3;
        }
    }
    if (sold == 2 && credit == 45)
        reach_error();
    return sold;
}
