//@ entry: same_place
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Two pointers may be one.
int same_place(int *a, int *b)
{
    if (!a || !b) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (a == b) //~ C1: T covered, F covered
        return 1;
    *a = 1;
    *b = 2;
    if (*a == 2) //~ C1: T open, F covered
        return 2; //~ statement: open
    return 0;
}
