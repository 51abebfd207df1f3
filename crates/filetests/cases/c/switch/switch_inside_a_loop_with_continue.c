//@ entry: score
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `break` leaves the switch, `continue` the iteration.
int score(const unsigned char moves[4])
{
    int total = 0;
    if (!moves) //~ C1: T covered, F covered
        return -1;
    for (int i = 0; i < 4; i++) { //~ C1: T covered, F covered
        switch (moves[i]) {
        case 0: //~ C1: T covered, F covered
            continue;
        case 1: //~ C1: T covered, F covered
            total += 1;
            break;
        default: //~ C1: T covered, F covered
            total += 2;
            break;
        }
        total *= 2; //~ statement: covered
    }
    if (total == 30) //~ C1: T covered, F covered
        return 100;
    return total;
}
