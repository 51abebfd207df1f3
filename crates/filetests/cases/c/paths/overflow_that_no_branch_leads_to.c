//@ entry: scale, average
//@ strategies: dse
//@ options: --hunt-faults --signed-overflow

/* 4000 times 536871 is the one product of these that does not fit. */
int scale(int level, int gain)
{
    if (level < 0 || level > 4000) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (gain < 0 || gain > 536871) //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    return level * gain; //~ fault: signed-overflow
}

int average(int a, int b)
{
    if ((a ^ b) != 0x5a5a5a5a) //~ C1: T covered, F covered
        return 0;
    return (a + b) / 2; //~ fault: signed-overflow
}
