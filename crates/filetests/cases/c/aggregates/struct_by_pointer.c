//@ entry: area
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A struct behind a pointer, null included.
struct box {
    int width;
    int height;
};
int area(const struct box *box)
{
    if (!box) //~ C1: T covered, F covered
        return -1;
    if (box->width <= 0 || box->height <= 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    if (box->width == box->height) //~ C1: T covered, F covered
        return 1;
    return 2;
}
