//@ entry: flash_size, calibrate
//@ budget: 4000 evals
/* Without volatile, what lies at an absolute address holds one value until the code writes another. */
int flash_size(void)
{
    if (*(const unsigned short *)0x1FFFF7E0 == 64) //~ C1: T covered, F covered
        return 65536;
    return 0;
}

int calibrate(int raw)
{
    unsigned *table = (unsigned *)0x20001000;
    if (table[1] > table[0]) //~ C1: T covered, F covered
        table[2] = (unsigned)raw;
    return (int)table[2];
}
