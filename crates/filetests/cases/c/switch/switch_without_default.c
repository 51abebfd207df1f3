//@ entry: bonus
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Without `default` the switch itself carries the goal "no case matched".
int bonus(int level)
{
    int b = 0;
    switch (level) { //~ C1: T covered, F covered
    case 10: //~ C1: T covered, F covered
        b = 1;
        break;
    case 20: //~ C1: T covered, F covered
        b = 2;
        break;
    }
    return b;
}
