//@ entry: evaluate, count_longs
//@ criteria: branch
//@ budget: 40000 evals
//@ seed: 1
// A `va_list` parameter: only a function with variable arguments can make one. How many there are and of which type
// each is follows from the letters.
#include <stdarg.h>
int evaluate(const char *types, va_list args)
{
    int score = 0;
    for (; *types; types++) { //~ C1: T covered, F covered
        switch (*types) {
        case 'i': //~ C1: T covered, F covered
            if (va_arg(args, int) == 77) //~ C1: T covered, F covered
                score += 1;
            break;
        case 'd': //~ C1: T covered, F covered
            if (va_arg(args, double) > 0.5) //~ C1: T covered, F covered
                score += 10;
            break;
        case 's': { //~ C1: T covered, F covered
            const char *text = va_arg(args, const char *);
            if (!text) //~ C1: T covered, F covered
                return -1;
            if (text[0] == 'x' && text[1] == 'y') //~ C1: T covered, F covered; C2: T covered, F covered
                score += 100;
            break;
        }
        default: //~ C1: T covered, F covered
            return -2;
        }
    }
    return score;
}
// The list comes first, and before the variable arguments there is a number that travels as another type.
long count_longs(va_list args, short count)
{
    long sum = 0;
    for (short i = 0; i < count && i < 3; i++) //~ C1: T covered, F covered; C2: T covered, F covered
        sum += va_arg(args, long);
    if (sum == 5000000000) //~ C1: T covered, F covered
        return -1;
    return sum;
}
