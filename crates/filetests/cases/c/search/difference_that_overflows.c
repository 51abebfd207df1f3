//@ entry: check
//@ strategies: search
//@ budget: 4000 evals
// The first two conditions pull the operands together, the third needs them far apart.

int check(short a, short b, short c)
{
    if (a >= 0) { //~ C1: T covered, F covered
        if (b < 0) { //~ C1: T covered, F covered
            if ((short)(a - b) < 0) { //~ C1: T covered, F covered
                if (c == 77) //~ C1: T covered, F covered
                    return 2;
                return 1;
            }
        }
    }
    return 0;
}
