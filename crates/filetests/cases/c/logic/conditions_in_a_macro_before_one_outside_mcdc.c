//@ entry: plausible, sign_or_digit
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// `llvm-cov` lists the condition that is evaluated first in front, and those in the file before those in the macro.
#define WITHIN(x) ((x) > 0 && (x) < 100)
int plausible(int a)
{
    if (WITHIN(a) && a < 200) //~ mcdc 2/3
        return 1;
    return 0;
}
int sign_or_digit(int c, int length)
{
    if (WITHIN(length) && (c == '-' || (c >= '0' && c <= '9') || (c < '0' && c == '-'))) //~ mcdc 5/7
        return 1;
    return 0;
}
