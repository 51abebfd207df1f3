//@ entry: length
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A recursive struct: the list grows as the code walks it.
struct node {
    int value;
    struct node *next;
};
int length(const struct node *list)
{
    int n = 0;
    while (list && n < 3) { //~ C1: T covered, F covered; C2: T covered, F covered
        if (list->value == 42) //~ C1: T covered, F covered
            return -1;
        n++;
        list = list->next;
    }
    if (n == 2) //~ C1: T covered, F covered
        return 20;
    return n;
}
