//@ entry: shift_in
//@ strategies: dse
//@ budget: 2000 evals
//@ options: --steps 20000
/* More reads than tests have values for: what lies behind them is not known, though no test of ours gets there. */
#define PIN (*(volatile unsigned *)0x40002000)

int shift_in(void)
{
    unsigned bits = 0;
    for (int i = 0; i < 40; i++) //~ C1: T covered, F covered
        bits = bits << 1 | (PIN & 1);
    if ((bits & 15) == 5) //~ C1: T unknown, F covered
        return 1;
    return 0;
}
