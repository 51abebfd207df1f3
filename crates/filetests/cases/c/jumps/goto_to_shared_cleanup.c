//@ entry: acquire
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `goto` out of several places to one label.
int acquire(int first, int second)
{
    int status = -1;
    if (first < 0) //~ C1: T covered, F covered
        goto out;
    status = -2;
    if (second < first) //~ C1: T covered, F covered
        goto out;
    status = 0; //~ statement: covered
out:
    return status;
}
