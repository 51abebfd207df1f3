//@ entry: value_equal, value_truth
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
//@ without: hybrid, because solving covers what the case says that values leave open
// FIXME: a pair that holds a true value needs three choices at once: two members of unions and an object.
// A value of a small language: the tag says which member of the union is alive.
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
enum tag { NIL, NUMBER, STRING, PAIR };
struct value {
    enum tag tag;
    union {
        double number;
        struct {
            const char *text;
            int length;
        } string;
        struct {
            struct value *first, *rest;
        } pair;
    };
};
bool value_equal(const struct value *a, const struct value *b)
{
    if (a == b) //~ C1: T covered, F covered
        return true;
    if (a->tag != b->tag) //~ C1: T covered, F covered
        return false;
    switch (a->tag) {
    case NIL: //~ C1: T covered, F covered
        return true;
    case NUMBER: //~ C1: T covered, F covered
        return a->number == b->number;
    case STRING: //~ C1: T covered, F covered
        return strcmp(a->string.text, b->string.text) == 0;
    case PAIR: //~ C1: T covered, F covered
        if (!value_equal(a->pair.first, b->pair.first)) //~ C1: T covered, F covered
            return false;
        return value_equal(a->pair.rest, b->pair.rest);
    }
    return false;
}
int value_truth(const struct value *value)
{
    switch (value->tag) {
    case NUMBER:
        return value->number > 0.5 ? 1 : 0; //~ C1: T covered, F covered
    case STRING:
        if (value->string.length <= 0) //~ C1: T covered, F covered
            return 0;
        return value->string.text[0] == 't';
    case PAIR:
        return value->pair.first != NULL && value_truth(value->pair.first) ? 2 : 0; //~ C1: T covered, F covered; C2: T unknown, F covered
    default:
        return 0;
    }
}
