//@ entry: wait_for_magic
//@ strategies: dse, hybrid
//@ budget: 2000 evals
//@ options: --steps 20000
/* More reads than tests have values for: what lies behind them is not known. */
#define FIFO (*(volatile unsigned *)0x40002000)

int wait_for_magic(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 40; i++) //~ C1: T covered, F covered
        sum += FIFO & 1;
    if (sum == 39) //~ C1: T unknown, F covered
        return 1;
    return 0;
}
