//@ entry: grade
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 3 paths: 1 covered, 2 not chosen
//@ options: --path 2
//@ tests: at most 1
//@ without: hybrid, because a path is chosen by its number, which paths alone takes
//@ without: search, because a path is chosen by its number, which paths alone takes
// One path is asked for: one test.
int grade(int points)
{
    if (points < 50) //~ C1: T unknown, F covered
        return 5;
    if (points < 90) //~ C1: T covered, F unknown
        return 3;
    return 1;
}
