//@ entry: set_input
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// What a call leaves in a union is a stream, which the library looks after, although its first member is a pointer to
// characters. A test that freed it would not end.
#include <stdio.h>
#include <string.h>
struct reader {
    int kind;
    union {
        struct {
            const unsigned char *start;
            const unsigned char *end;
        } text;
        FILE *file;
    } input;
};
int set_input(struct reader *reader, FILE *file)
{
    if (!reader || !file) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    memset(reader, 0, sizeof *reader);
    reader->kind = 2;
    reader->input.file = file;
    return 0;
}
