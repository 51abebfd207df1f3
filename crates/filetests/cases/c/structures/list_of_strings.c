//@ entry: find_name, join_length, row_sum
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// Pointers to pointers: a list of names that ends with null, rows of a table.
#include <stddef.h>
#include <string.h>
int find_name(const char **names, const char *wanted)
{
    for (int i = 0; names[i] != NULL; i++) //~ C1: T covered, F covered
        if (strcmp(names[i], wanted) == 0) //~ C1: T covered, F covered
            return i;
    return -1;
}
size_t join_length(char *const *words, int count, const char *between)
{
    size_t length = 0;
    for (int i = 0; i < count; i++) { //~ C1: T covered, F covered
        if (i > 0) //~ C1: T covered, F covered
            length += strlen(between);
        if (words[i] != NULL) //~ C1: T covered, F covered
            length += strlen(words[i]);
    }
    return length;
}
int row_sum(int **rows, int height, int width)
{
    int sum = 0;
    if (height <= 0 || width <= 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    for (int y = 0; y < height; y++) //~ C1: T covered, F covered
        for (int x = 0; x < width; x++) //~ C1: T covered, F covered
            sum += rows[y][x];
    if (sum > 100 && height > 1) //~ C1: T covered, F covered; C2: T covered, F covered
        return 100;
    return sum;
}
