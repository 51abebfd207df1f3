//@ entry: unlock
//@ budget: 10000 evals
//@ without: search, because values alone do not come to all of it within the budget

/* The solver knows nothing of strspn, so only values climb to its 6; and only the solver finds x. What values found is
 * where paths go on. */
#include <string.h>

int unlock(const char s[16], unsigned x)
{
    if (strspn(s, "+-*/") == 6) { //~ C1: T covered, F covered
        if (x * 2654435761u == 0x12345678u) //~ C1: T covered, F covered
            return 2;
        return 1;
    }
    return 0;
}
