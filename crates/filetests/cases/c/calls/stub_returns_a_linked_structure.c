//@ entry: device_kind
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// What the unit stores the result in says what it points to.
#include <stddef.h>
struct device {
    int ready;
    const char *name;
    struct device *next;
};
struct device *find_device(int id);
int device_kind(int id)
{
    struct device *d = find_device(id);
    if (d == NULL || d->name == NULL) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (d->name[0] == 'x' && d->ready) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (d->next && d->next->ready == 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return 0;
}
