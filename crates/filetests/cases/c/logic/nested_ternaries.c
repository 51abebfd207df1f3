//@ entry: clamp3
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// One condition in an arm of another.
int clamp3(int a, int low, int high)
{
    return a < low ? low : a > high ? high : a == 7 ? 0 : a; //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
}
