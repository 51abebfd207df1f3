//@ entry: calculate
#include <stdio.h>

/* Reads "A op B" from standard input. Returns 0 and the result, or what is wrong. */
int calculate(long *result)
{
    int a, b;
    char operator;

    if (result == NULL)                                     //~ C1: T covered, F covered
        return -1;
    if (scanf("%d %c %d", &a, &operator, &b) != 3)          //~ C1: T covered, F covered
        return 1;
    switch (operator) {
    case '+':                                               //~ C1: T covered, F covered
        *result = (long)a + b;
        return 0;
    case '-':                                               //~ C1: T covered, F covered
        *result = (long)a - b;
        return 0;
    case '*':                                               //~ C1: T covered, F covered
        *result = (long)a * b;
        return 0;
    case '/':                                               //~ C1: T covered, F covered
        if (b == 0)                                         //~ C1: T covered, F covered
            return 2;
        *result = (long)a / b;
        return 0;
    default:                                                //~ C1: T covered, F covered
        return 3;
    }
}
