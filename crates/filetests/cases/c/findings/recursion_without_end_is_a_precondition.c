//@ entry: factorial, depth
// A recursion that no argument ends looks like one that takes long, and a ring of children is no tree: both are for
// the caller to avoid.
struct node {
    struct node *child;
};

int factorial(int n)
{
    if (n == 0)                                         //~ C1: T covered, F covered
        return 1;
    return (int)((unsigned)n * (unsigned)factorial(n - 1)); //~ fault: stack-overflow, class precondition
}

int depth(const struct node *node)
{
    if (node == 0)                                      //~ C1: T covered, F covered
        return 0;
    if (node->child == node)                            //~ C1: T covered, F covered
        return depth(node->child) + 2;                  //~ fault: stack-overflow, class precondition
    return depth(node->child) + 1;
}
