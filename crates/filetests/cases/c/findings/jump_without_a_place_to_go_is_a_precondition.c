//@ entry: fail, parse
// Whoever calls a function that jumps has called setjmp before; a test of that function alone cannot.
#include <setjmp.h>

static jmp_buf recovery;

void fail(int code)
{
    if (code != 0)                                      //~ C1: T covered, F covered
        longjmp(recovery, code);                        //~ fault: library-misuse, class precondition
}

int parse(int code)
{
    if (setjmp(recovery) != 0)                          //~ C1: T covered, F covered
        return -1;
    fail(code);
    return 0;
}
