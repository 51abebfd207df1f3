// A call may come back to a `setjmp`. Where no `setjmp` stands between two conditions, they contradict each other as they
// do elsewhere, also behind a call that jumps: whoever comes back passes the first condition once more.
//
//@ entry: tries, marks_in_between
//@ strategies: dse
//@ budget: 3000 evals
//@ without: search, because values prove nothing infeasible
#include <setjmp.h>

static jmp_buf place, inner;

static void jump(int back)
{
    if (back)
        longjmp(place, 1);
}

int tries(unsigned char a)
{
    volatile int again = 0;
    if (setjmp(place) != 0) //~ C1: T covered, F covered
        again = 1;
    if (a > 5) { //~ C1: T covered, F covered
        if (a < 3) //~ C1: T infeasible, F covered
            return 1;
        jump(again == 0);
        if (a < 4) //~ C1: T infeasible, F covered
            return 2;
    }
    return 0;
}

int marks_in_between(unsigned char a)
{
    if (a > 5) { //~ C1: T covered, F covered
        if (setjmp(inner) != 0) //~ C1: T unknown, F covered
            return 1;
        if (a < 3) //~ C1: T unknown, F covered
            return 2;
    }
    return 0;
}
