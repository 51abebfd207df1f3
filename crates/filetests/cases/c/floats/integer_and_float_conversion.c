//@ entry: convert
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Conversions in both directions, inside the range where they are defined.
int convert(int a, double d)
{
    double half = a / 2.0;
    if (half == 10.5) //~ C1: T covered, F covered
        return 1;
    if (d > -1000.0 && d < 1000.0) { //~ C1: T covered, F covered; C2: T covered, F covered
        int whole = (int)d;
        if (whole == 37) //~ C1: T covered, F covered
            return 2;
        if (whole == 0 && d != 0.0) //~ C1: T covered, F covered; C2: T covered, F covered
            return 3;
    }
    return 0;
}
