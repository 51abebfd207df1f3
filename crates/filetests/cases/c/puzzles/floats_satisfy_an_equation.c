//@ entry: doubles, floats, root, wave
//@ strategies: dse
//@ other-faults: allowed
//@ without: search, because values alone do not come to all of it within the budget

#include <math.h>

int doubles(double x, double y)
{
    if (x > 1.0 && x * x + y == 2.5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}

int floats(float x, float y)
{
    if (x * x + y == 2.5f && x - y == 0.5f) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}

int root(double x)
{
    if (sqrt(x) == 12.25) //~ C1: T covered, F covered
        return 1;
    if (x > 2.0 && sqrt(x) * x == 8.0) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 0;
}

int wave(double x)
{
    if (x > 100.0 && x < 101.0) { //~ C1: T covered, F covered; C2: T covered, F covered
        if (sin(x) > 0.3 && sin(x) < 0.3001) //~ C1: T covered, F covered; C2: T covered, F covered
            return 1;
    }
    return 0;
}
