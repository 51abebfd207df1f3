//@ entry: tree_destroy
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* Children first, then the node; keys are strings of their own. */
#include <stdlib.h>

struct tree {
    char *key;
    struct tree *left, *right;
};

int tree_destroy(struct tree *tree)
{
    if (!tree) //~ C1: T covered, F covered
        return 0;
    int left = tree_destroy(tree->left);
    int right = tree_destroy(tree->right);
    if (left > right) //~ C1: T covered, F covered
        right = left;
    if (tree->key) //~ C1: T covered, F covered
        free(tree->key);
    free(tree);
    return right + 1;
}
