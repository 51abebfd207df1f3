//@ entry: divide
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Division truncates towards zero; the remainder has the sign of the dividend.
int divide(int a, int b)
{
    if (b < 1 || b > 1000) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    if (a % b < 0) //~ C1: T covered, F covered
        return a / b == -3 ? 2 : 1; //~ C1: T covered, F covered
    if (a < 0 && a % b > 0) //~ C1: T covered, F covered; C2: T open, F covered
        return 3; //~ statement: open
    if (a / 7 == 6 && a % 7 == 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return 4;
    return 5;
}
