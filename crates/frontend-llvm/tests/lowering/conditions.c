// Expectations beside the lines; see conditions.rs for the words.
#define BOTH(x, y) ((x) && (y))
#define POSITIVE(x) ((x) > 0)

int plain(int a) {
    if (a > 3)                                         //~ conditions 1
        return 1;
    while (a < 10)                                     //~ conditions 1
        a++;
    for (int i = 0; i < a; i++)                        //~ conditions 1
        a--;
    do a++; while (a < 5);                             //~ conditions 1
    return a ? 1 : 2;                                  //~ conditions 1
}

int operators(int a, int b, int c) {
    if (a && (b || c))                                 //~ conditions 3, decisions 1
        return 1;
    int value = a && b;                                //~ conditions 2, decisions 1
    value += !(a || !b);                               //~ conditions 2, decisions 1
    if (!(a > 1 && b > 2) || c)                        //~ conditions 3 //~22 conditions 3, decisions 1
        value++;
    while (a-- && b--)                                 //~ conditions 2, decisions 1
        value += a ? b ? 1 : 2 : c;                    //~ conditions 2
    return (a || b) ? value : c && value;              //~ conditions 4, decisions 2
}

int macros(int a, int b) {
    if (BOTH(a, b))                                    //~ conditions 2, decisions 1
        return 1;
    if (POSITIVE(a))                                   //~ conditions 1
        return 2;
    if (POSITIVE(a) || BOTH(a, b))                     //~ conditions 3, decisions 1
        return 3;
    return BOTH(POSITIVE(a), POSITIVE(b));             //~ conditions 2, decisions 1
}

int cases(int a, int b) {
    switch (a) {
    case 1:                                            //~ cases 1
        b++;
    case 2:                                            //~ cases 1
    case 3:                                            //~ cases 1
        return b;
    case 10 ... 99:                                    //~ cases 1
        b--;
        break;
    default:                                           //~ cases 1
        break;
    }
    switch (b) {                                       //~ cases 1
    case 7: return 7;                                  //~ cases 1
    }
    return 0;
}

int constants(int a) {
    if (1)                                             //~ conditions 1, folded 2 //~22 conditions 1, folded 1
        a++;
    while (1) {                                        //~ conditions 1, folded 2 //~22 conditions 1, folded 1
        if (a++ > 5)                                   //~ conditions 1
            break;
    }
    if (sizeof a == 4 && a > 7)                        //~ conditions 2, decisions 1, folded 2 //~22 conditions 2, decisions 1, folded 1
        return 2;
    return 0;
}

int leaves_early(int a, int b) {
    for (;;) {
        if (a == b)                                    //~ conditions 1
            goto out;
        if (a > b || a < -b)                           //~ conditions 2, decisions 1
            continue;
        if (a++ == 100)                                //~ conditions 1
            break;
    }
out:
    return a;
}

// Clang measures no decision with another one inside an operand that is not itself a part of it.
int nested_operands(int a, int b, int c) {
    return (a ? b : c) && ({ int d = b; d && c; });    //~ conditions 5
}
