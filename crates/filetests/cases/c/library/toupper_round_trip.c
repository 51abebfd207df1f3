//@ entry: fold
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Case conversion.
#include <ctype.h>
int fold(unsigned char c)
{
    int up = toupper(c);
    if (up == 'Q') //~ C1: T covered, F covered
        return 1;
    if (islower(up)) //~ C1: T open, F covered
        return 2; //~ statement: open
    return 0;
}
