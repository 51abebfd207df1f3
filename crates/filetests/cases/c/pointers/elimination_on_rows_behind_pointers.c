//@ entry: matrix_solve
/* Rows behind a pointer to pointers. */
#include <stddef.h>
#include <stdlib.h>

int matrix_solve(double **a, double *b, int n)
{
    if (!a || !b || n <= 0 || n > 4)                        //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F covered
        return -1;
    for (int k = 0; k < n; k++) {                           //~ C1: T covered, F covered
        int pivot = k;
        for (int i = k + 1; i < n; i++)                     //~ C1: T covered, F covered
            if (a[i][k] > a[pivot][k])                      //~ C1: T covered, F covered
                pivot = i;
        if (a[pivot][k] == 0.0)                             //~ C1: T covered, F covered
            return -2;
        if (pivot != k) {                                   //~ C1: T covered, F covered
            double *row = a[k];
            a[k] = a[pivot];
            a[pivot] = row;
        }
        for (int i = k + 1; i < n; i++) {                   //~ C1: T covered, F covered
            double f = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)                     //~ C1: T covered, F covered
                a[i][j] -= f * a[k][j];
            b[i] -= f * b[k];
        }
    }
    return n;
}
