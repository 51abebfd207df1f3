//@ entry: raise_level, mark, is_three
//@ budget: 4000 evals
// What no test sees changed is no promise: the number behind `number` is not checked, the others are.
struct box {
    int level;
    char kind;
    int rows[6];
};

static int marks;

void raise_level(struct box *box, int by)
{
    if (!box)                                   //~ C1: T covered, F covered
        return;
    if (by > 10)                                //~ C1: T covered, F covered
        box->level = by;
}

void mark(int on)
{
    if (on == 9)                                //~ C1: T covered, F covered
        marks = 1;
}

int is_three(int *number)
{
    return number && *number == 3;              //~ C1: T covered, F covered; C2: T covered, F covered
}
