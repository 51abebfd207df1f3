//@ entry: find
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Which of the two exits was taken is tested after the loop.
int find(const int table[8], int wanted)
{
    int i;
    if (!table) //~ C1: T covered, F covered
        return -2;
    for (i = 0; i < 8; i++) //~ C1: T covered, F covered
        if (table[i] == wanted) //~ C1: T covered, F covered
            break;
    if (i == 8) //~ C1: T covered, F covered
        return -1;
    return i;
}
