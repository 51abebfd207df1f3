//@ entry: guarded
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// The direct case: the function that set the mark jumps back to it; a volatile local keeps what was stored last.
#include <setjmp.h>
static jmp_buf retry;
int guarded(int a)
{
    volatile int tries = 0;
    if (setjmp(retry)) //~ C1: T covered, F covered
        return tries; 
    tries++;
    if (a > 3) //~ C1: T covered, F covered
        longjmp(retry, 1);
    return a;
}
