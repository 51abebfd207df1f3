//@ entry: changed, written_back
//@ strategies: dse
//@ budget: 4000 evals
/* Nothing is proved of a condition over two reads: hardware may change the value in between. */
#define COUNTER (*(volatile unsigned short *)0x40000024)
#define CONTROL (*(volatile unsigned *)0x40000000)

int changed(void)
{
    unsigned short before = COUNTER;
    if (COUNTER != before) //~ C1: T covered, F covered
        return 1;
    return 0;
}

int written_back(void)
{
    CONTROL = 1;
    if (CONTROL == 1) //~ C1: T covered, F covered
        return 1;
    return 0;
}
