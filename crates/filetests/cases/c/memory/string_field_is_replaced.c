//@ entry: person_rename, person_destroy
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* The old string is freed, the new one belongs to the structure. */
#include <stdlib.h>
#include <string.h>

struct person {
    int age;
    char *name;
};

int person_rename(struct person *person, const char *name)
{
    if (!person || !name || !*name) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -1;
    if (person->name && strcmp(person->name, name) == 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    char *copy = strdup(name);
    if (!copy) //~ C1: T covered, F covered
        return -2;
    free(person->name);
    person->name = copy;
    return 1;
}

void person_destroy(struct person *person)
{
    if (!person) //~ C1: T covered, F covered
        return;
    if (person->name && person->name[0] == '#') //~ C1: T covered, F covered; C2: T covered, F covered
        return;
    free(person->name);
    free(person);
}
