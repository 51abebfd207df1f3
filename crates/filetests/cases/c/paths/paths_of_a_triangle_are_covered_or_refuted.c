//@ entry: triangle
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 17 paths: 14 covered, 3 proved infeasible
// Equality is transitive: of the 8 outcomes of three equalities, 3 are refuted.
int triangle(int a, int b, int c)
{
    int kind = 0;
    if (a <= 0 || b <= 0 || c <= 0) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return 0;
    if (a == b) //~ C1: T covered, F covered
        kind += 1;
    if (a == c) //~ C1: T covered, F covered
        kind += 2;
    if (b == c) //~ C1: T covered, F covered
        kind += 3;
    if (kind == 0) { //~ C1: T covered, F covered
        if (a + b <= c || b + c <= a || a + c <= b) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
            return 0;
        return 1;
    }
    if (kind > 3) //~ C1: T covered, F covered
        return 3;
    if (kind == 1 && a + b > c) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (kind == 2 && a + c > b) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (kind == 3 && b + c > a) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 0;
}
