//@ entry: simple
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ unsupported: guarded
// `setjmp` is not supported yet; the other function is.
#include <setjmp.h>
static jmp_buf retry;
int guarded(int a)
{
    if (setjmp(retry))
        return -1;
    if (a > 3)
        longjmp(retry, 1);
    return a;
}
int simple(int a)
{
    return a == 6 ? 1 : 0; //~ C1: T covered, F covered
}
