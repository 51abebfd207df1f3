//@ entry: hash
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 3 paths: 3 covered
// Not linear: the genetic algorithm or the local search finds it, or the circuits do.
int hash(unsigned char a, unsigned char b)
{
    if (a * b == 8051) //~ C1: T covered, F covered
        return 1;
    if (a > b) //~ C1: T covered, F covered
        return 2;
    return 0;
}
