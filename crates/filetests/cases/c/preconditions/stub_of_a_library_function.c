//@ entry: parse
//@ settings: stub_of_a_library_function.toml
/* More calls than a test sets values for: beyond them the stub returns what is nearest to 0 that it may. */
#include <stdlib.h>

int parse(void)
{
    int digit = rand();

    if (digit == 7)             //~ C1: T covered, F covered
        return 0;
    if (digit == 42)            //~ C1: T open, F covered
        return 1;
    for (int i = 0; i < 20; i++)        //~ C1: T covered, F covered
        if (rand() == 0)    //~ C1: T open, F covered
            return 2;
    return 3;
}
