//@ entry: level
//@ dropped: 1
//@ without: hybrid, because it is about what becomes of a suite, whoever found it
// The test file includes this one, so that natively it lies a level deeper than alone: a difference that no machine
// can foresee stands for all that one gets wrong.
int level(int a)
{
    if (a == 7)                 //~ C1: T unknown, F covered
        return 100 + __INCLUDE_LEVEL__;
    if (a > 20)                 //~ C1: T covered, F covered
        return 2;
    return 3;
}
