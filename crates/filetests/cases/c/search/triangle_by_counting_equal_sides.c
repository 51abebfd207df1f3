//@ entry: triangle
//@ strategies: search
//@ budget: 4000 evals
// The kind is decided by a counter that no input changes any more where it is tested.

int triangle(int a, int b, int c)
{
    int equal = 0;
    if (a <= 0 || b <= 0 || c <= 0) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return 4;
    if (a == b) //~ C1: T covered, F covered
        equal += 1;
    if (a == c) //~ C1: T covered, F covered
        equal += 2;
    if (b == c) //~ C1: T covered, F covered
        equal += 3;
    if (equal == 0) { //~ C1: T covered, F covered
        if ((long)a + b <= c || (long)b + c <= a || (long)a + c <= b) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
            return 4;
        return 1;
    }
    if (equal > 3) //~ C1: T covered, F covered
        return 3;
    if (equal == 1 && (long)a + b > c) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (equal == 2 && (long)a + c > b) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (equal == 3 && (long)b + c > a) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 4;
}
