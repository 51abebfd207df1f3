//@ entry: make_matrix
#include <stdlib.h>

struct matrix {
    int rows, columns;
    double **row;
};

/* A matrix of zeros; NULL where the size is bad or memory runs out, and then nothing is kept. */
struct matrix *make_matrix(int rows, int columns)
{
    struct matrix *matrix;
    int i;

    if (rows < 1 || rows > 8 || columns < 1)        //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return NULL;
    if (columns > 8)                                //~ C1: T covered, F covered
        return NULL;
    matrix = malloc(sizeof *matrix);
    if (matrix == NULL)                             //~ C1: T covered, F covered
        return NULL;
    matrix->rows = rows;
    matrix->columns = columns;
    matrix->row = calloc((size_t)rows, sizeof *matrix->row);
    if (matrix->row == NULL) {                      //~ C1: T covered, F covered
        free(matrix);
        return NULL;
    }
    for (i = 0; i < rows; i++) {                    //~ C1: T covered, F covered
        matrix->row[i] = calloc((size_t)columns, sizeof **matrix->row);
        if (matrix->row[i] == NULL)                 //~ C1: T covered, F covered
            break;
    }
    if (i == rows)                                  //~ C1: T covered, F covered
        return matrix;
    while (i-- > 0)                                 //~ C1: T covered, F covered
        free(matrix->row[i]);
    free(matrix->row);
    free(matrix);
    return NULL;
}
