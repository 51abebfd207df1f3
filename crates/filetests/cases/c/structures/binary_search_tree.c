//@ entry: tree_insert, tree_find, tree_height, tree_delete
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// A search tree over caller-owned nodes.
#include <stddef.h>
struct tree {
    int key;
    int uses;
    struct tree *left, *right;
};
struct tree *tree_insert(struct tree *root, struct tree *node)
{
    if (root == NULL) //~ C1: T covered, F covered
        return node;
    if (node->key < root->key) //~ C1: T covered, F covered
        root->left = tree_insert(root->left, node);
    else if (node->key > root->key) //~ C1: T covered, F covered
        root->right = tree_insert(root->right, node);
    else
        root->uses++;
    return root;
}
struct tree *tree_find(struct tree *root, int key)
{
    while (root != NULL && root->key != key) //~ C1: T covered, F covered; C2: T covered, F covered
        root = key < root->key ? root->left : root->right; //~ C1: T covered, F covered
    return root;
}
int tree_height(const struct tree *root)
{
    int left, right;
    if (root == NULL) //~ C1: T covered, F covered
        return 0;
    left = tree_height(root->left);
    right = tree_height(root->right);
    if (left < 0 || right < 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (left - right > 1 || right - left > 1) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return 1 + (left > right ? left : right); //~ C1: T covered, F covered
}
struct tree *tree_delete(struct tree *root, int key)
{
    struct tree **link = &root;
    struct tree *found, **least;
    while (*link != NULL && (*link)->key != key) //~ C1: T covered, F covered; C2: T covered, F covered
        link = key < (*link)->key ? &(*link)->left : &(*link)->right; //~ C1: T covered, F covered
    found = *link;
    if (found == NULL) //~ C1: T covered, F covered
        return root;
    if (found->uses > 1) { //~ C1: T covered, F covered
        found->uses--;
        return root;
    }
    if (found->left == NULL) //~ C1: T covered, F covered
        *link = found->right;
    else if (found->right == NULL) //~ C1: T covered, F covered
        *link = found->left;
    else {
        least = &found->right;
        while ((*least)->left != NULL) //~ C1: T covered, F covered
            least = &(*least)->left;
        *link = *least;
        *least = (*least)->right;
        (*link)->left = found->left;
        (*link)->right = found->right;
    }
    return root;
}
