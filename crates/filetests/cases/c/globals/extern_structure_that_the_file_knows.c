//@ entry: look_up, reset
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A structure that a header declares and another file defines. The file has a pointer to one, so its members and
// where they point are known.
struct variable {
    char *name;
    int length;
    unsigned exported : 1;
    struct variable *next;
};
extern struct variable shell_var;
extern struct variable *current;
int look_up(char first)
{
    const struct variable *v = &shell_var;
    if (!v->next) //~ C1: T covered, F covered
        return -1;
    if (v->exported && v->length == 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (v->name && v->name[0] == first) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 0;
}
int reset(int length)
{
    if (length > 10) //~ C1: T covered, F covered
        current = &shell_var;
    shell_var.length = length;
    shell_var.exported = 0;
    return shell_var.next == &shell_var;
}
