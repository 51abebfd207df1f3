//@ entry: walk
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The step of a `for` may hold a condition of its own; it counts by its column.
int walk(int from, int stride)
{
    int steps = 0;
    if (stride < 1 || stride > 1000 || from < 0 || from > 1000) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F covered
        return -1;
    for (int i = from; i < 2000; i += stride > 10 ? stride : 10) //~ C1: T covered, F covered; C2: T covered, F covered
        steps++;
    return steps;
}
