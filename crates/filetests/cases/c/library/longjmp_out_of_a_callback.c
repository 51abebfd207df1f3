//@ entry: first_negative
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A comparison called by `qsort` jumps out of the sort; marks are nested, and the inner one is gone when its
// function returned.
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf outer;
static int checked(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    if (a < 0 || b < 0)
        longjmp(outer, 7);
    return (a > b) - (a < b);
}
static int inner(int a)
{
    jmp_buf mark;
    if (setjmp(mark))
        return 1;
    if (a == 77)
        longjmp(mark, 1);
    return 0;
}
int first_negative(int a, int b, int c)
{
    int values[3] = {a, b, c};
    int code = setjmp(outer);
    if (code != 0) //~ C1: T covered, F covered
        return code;
    if (inner(a)) //~ C1: T covered, F covered
        return -1;
    qsort(values, 3, sizeof values[0], checked);
    return values[0];
}
