//@ entry: classify
//@ criteria: branch
//@ strategies: search-ga
//@ budget: 60000 evals
//@ seed: 1
// A triangle of three 32-bit sides: two equalities that random values never meet.
int classify(int a, int b, int c)
{
    if (a <= 1000 || b <= 1000 || c <= 1000) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return 0;
    if (a == b) { //~ C1: T covered, F covered
        if (b == c) //~ C1: T covered, F covered
            return 3;
        return 2;
    }
    if (a == c || b == c) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 1;
}
