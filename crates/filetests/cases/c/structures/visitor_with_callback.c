//@ entry: tree_walk, retry, dispatch
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// Callbacks whose answers decide: nothing in this file could be called instead.
#include <stddef.h>
struct tree {
    int key;
    struct tree *left, *right;
};
enum verdict { GO_ON, SKIP, STOP };
int tree_walk(const struct tree *root, enum verdict (*visit)(int key, void *context), void *context)
{
    int count;
    if (root == NULL) //~ C1: T covered, F covered
        return 0;
    if (visit == NULL) //~ C1: T covered, F covered
        return -1;
    switch (visit(root->key, context)) {
    case STOP: //~ C1: T covered, F covered
        return -2;
    case SKIP: //~ C1: T covered, F covered
        return 1;
    default: //~ C1: T covered, F covered
        break;
    }
    count = tree_walk(root->left, visit, context);
    if (count < 0) //~ C1: T covered, F covered
        return count;
    return count + 1;
}
int retry(int (*attempt)(unsigned number), unsigned limit)
{
    for (unsigned i = 0; i < limit; i++) { //~ C1: T covered, F covered
        int result = attempt(i);
        if (result > 0) //~ C1: T covered, F covered
            return result;
        if (result == -100) //~ C1: T covered, F covered
            break;
    }
    return 0;
}
struct driver {
    const char *name;
    int (*open)(const char *path, int flags);
    void (*close)(int handle);
};
int dispatch(const struct driver *driver, const char *path)
{
    int handle;
    if (driver->open == NULL) //~ C1: T covered, F covered
        return -1;
    handle = driver->open(path, 1);
    if (handle < 0) //~ C1: T covered, F covered
        return -2;
    if (driver->close != NULL) //~ C1: T covered, F covered
        driver->close(handle);
    return handle == 42 ? 1 : 0; //~ C1: T covered, F covered
}
