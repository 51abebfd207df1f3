//@ entry: advance
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Only the last expression of a comma decides; as it holds an `&&`, the whole is
// one condition and its operands are two more.
int advance(int a, int b)
{
    int steps = 0;
    while (a++, b--, steps < 5 && a < b) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        steps++;
    if (steps++, steps == 4) //~ C1: T covered, F covered
        return -1;
    return steps;
}
