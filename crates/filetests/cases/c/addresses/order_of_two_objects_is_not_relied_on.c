//@ entry: ordered
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Which of two objects comes first is not C's to say: no test may depend on it.
int ordered(void)
{
    int first[1] = {0};
    int second[1] = {0};
    if (first < second) //~ C1: T open, F open
        return 1;
    return 0;
}
