//@ entry: value_of
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The tag says which member counts.
struct value {
    enum { INTEGER, REAL, TEXT } tag;
    union {
        int integer;
        double real;
        char text[8];
    } as;
};
int value_of(const struct value *v)
{
    if (!v) //~ C1: T covered, F covered
        return -1;
    if (v->tag == INTEGER) //~ C1: T covered, F covered
        return v->as.integer > 10 ? 1 : 0; //~ C1: T covered, F covered
    if (v->tag == REAL) //~ C1: T covered, F covered
        return v->as.real < 0.0 ? 2 : 3; //~ C1: T covered, F covered
    return v->as.text[0] == 'x' ? 4 : 5; //~ C1: T covered, F covered
}
