//@ entry: level
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A float scaled to a byte.
int level(float volts)
{
    if (!(volts >= 0.0f && volts <= 5.0f)) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    unsigned char raw = (unsigned char)(volts * 51.0f);
    if (raw == 255) //~ C1: T covered, F covered
        return 2;
    if (raw > 100 && raw < 104) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
