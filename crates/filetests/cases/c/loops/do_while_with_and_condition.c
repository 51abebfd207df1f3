//@ entry: reduce
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// The condition of a `do` loop is a decision like any other.
int reduce(unsigned value, int limit)
{
    int rounds = 0;
    do {
        value /= 2;
        rounds++;
    } while (value > 8 && rounds < limit); //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
    return rounds;
}
