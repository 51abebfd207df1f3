/* A day, a month and a year that exist; the last of February in a leap year. */
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int day = __VERIFIER_nondet_int(), month = __VERIFIER_nondet_int(), year = __VERIFIER_nondet_int();
    __VERIFIER_assume(month >= 1 && month <= 12 && year >= 1900 && year < 2100);
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    int days = month == 2 ? 28 + leap : 30 + (month + month / 8) % 2;
    __VERIFIER_assume(day >= 1 && day <= days);
    if (day == 29 && month == 2 && year % 100 == 0)
        return 1;
    if (day == 31 && (month == 4 || month == 6 || month == 9 || month == 11))
        reach_error();
    return day == 31 && month == 12;
}
