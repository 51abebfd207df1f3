//@ entry: mean
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 2 paths: 1 covered, 1 ending in a fault
// The way is feasible, and nothing comes back from it.
int mean(int total, int count)
{
    if (count == 0) //~ C1: T covered, F covered
        return total / count; //~ fault: division-by-zero
    return count;
}
