//@ entry: diagonal
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Rows of fixed length behind a pointer.
int diagonal(const int m[3][3])
{
    int sum = 0;
    if (!m) //~ C1: T covered, F covered
        return -1;
    for (int i = 0; i < 3; i++) //~ C1: T covered, F covered
        sum += m[i][i];
    if (sum == 15) //~ C1: T covered, F covered
        return 1;
    if (m[0][2] > m[2][0]) //~ C1: T covered, F covered
        return 2;
    return 0;
}
