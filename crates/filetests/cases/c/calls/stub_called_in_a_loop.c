//@ entry: drain
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Every call of a stub returns a value of its own.
extern int next_byte(void);
int drain(void)
{
    int n = 0;
    while (n < 4 && next_byte() != 0) //~ C1: T covered, F covered; C2: T covered, F covered
        n++;
    return n == 2 ? 20 : n; //~ C1: T covered, F covered
}
