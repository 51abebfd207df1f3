//@ entry: clamp
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 4 paths: 4 covered
// Constraints over floats are solved like others.
int clamp(double x, double y)
{
    double sum = x + y;
    if (sum > 10.5) //~ C1: T covered, F covered
        return 1;
    if (x * 2.0 == 7.5 && y < -3.25) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 0;
}
