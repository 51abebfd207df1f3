//@ entry: cost
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// An enum leaf takes its enumerators; the cast value outside them is left open here.
enum fruit { APPLE = 1, PEAR = 2, PLUM = 40, CHERRY };
int cost(enum fruit fruit, int count)
{
    int each = 0;
    switch (fruit) {
    case APPLE: //~ C1: T covered, F covered
        each = 3;
        break;
    case PEAR: //~ C1: T covered, F covered
        each = 4;
        break;
    case PLUM: //~ C1: T covered, F covered
    case CHERRY: //~ C1: T covered, F covered
        each = 1;
        break;
    }
    if (each == 1 && count > 99) //~ C1: T covered, F covered; C2: T covered, F covered
        return 99;
    return count > 99 ? 99 * each : each; //~ C1: T covered, F covered
}
