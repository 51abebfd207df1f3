//@ entry: absorb
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Adding 1 to a float beyond 2^25 changes nothing.
int absorb(float a)
{
    if (a > 40000000.0f && a + 1.0f == a) //~ C1: T covered, F covered; C2: T covered, F open
        return 1;
    if (a == 0.5f) //~ C1: T covered, F covered
        return 2;
    return 0;
}
