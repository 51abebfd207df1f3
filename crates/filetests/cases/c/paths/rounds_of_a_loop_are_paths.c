//@ entry: sum
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 9 paths: 6 covered, 3 proved infeasible; not complete: loops were followed for 3 rounds
// 1 + 2 + 3 = 6: the path of exactly three rounds.
int sum(int n)
{
    int s = 0;
    if (n > 100) //~ C1: T covered, F covered
        n = 100;
    while (n > 0) { //~ C1: T covered, F covered
        s += n;
        n--;
    }
    if (s == 6) //~ C1: T covered, F covered
        return 1;
    return 0;
}
