//@ entry: spin
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// Five conditions in a loop header.
int spin(int a, int b, unsigned char n)
{
    int i = 0;
    while ((a > 0 || b > 0) && i < 20 && (i < n || a == 77)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F covered; C5: T covered, F covered; mcdc 5/5
        i++;
    return i;
}
