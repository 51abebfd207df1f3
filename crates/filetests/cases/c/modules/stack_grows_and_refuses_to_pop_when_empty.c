//@ entry: stack_new, grow, stack_push, stack_pop, stack_depth, stack_free
//@ options: --module
//@ other-faults: allowed
//@ budget: 4000 evals

#include <stdlib.h>

struct stack {
    int *values;
    size_t count;
    size_t room;
};

struct stack *stack_new(void)
{
    struct stack *s = malloc(sizeof *s);
    if (!s)                                         //~ C1: T covered, F covered
        return NULL;
    s->values = NULL;
    s->count = s->room = 0;
    return s;
}

static int grow(struct stack *s)
{
    size_t room = s->room ? 2 * s->room : 2;        //~ C1: T covered, F covered
    int *values = realloc(s->values, room * sizeof *values);
    if (!values)                                    //~ C1: T covered, F covered
        return -1;
    s->values = values;
    s->room = room;
    return 0;
}

int stack_push(struct stack *s, int value)
{
    if (s->count == s->room && grow(s) < 0)         //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    s->values[s->count++] = value;
    return 0;
}

int stack_pop(struct stack *s, int *value)
{
    if (s->count == 0)                              //~ C1: T covered, F covered
        return -1;
    *value = s->values[--s->count];
    return 0;
}

size_t stack_depth(const struct stack *s)
{
    return s ? s->count : 0;                        //~ C1: T covered, F covered
}

void stack_free(struct stack *s)
{
    if (!s)                                         //~ C1: T covered, F covered
        return;
    free(s->values);
    free(s);
}
