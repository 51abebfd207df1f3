//@ entry: json_new, put, before_value, json_object, json_array, json_end, json_key, json_number, json_text, json_free
//@ options: --module
//@ other-faults: allowed
//@ budget: 20000 evals

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum place { TOP, IN_ARRAY, IN_OBJECT, BEHIND_KEY, DONE };

#define DEPTH 4
#define ROOM 64

struct json {
    char text[ROOM];
    size_t length;
    enum place stack[DEPTH];
    int count[DEPTH];
    int depth;
    int failed;
};

int json_new(struct json **out)
{
    struct json *j = calloc(1, sizeof *j);
    if (!j)                                             //~ C1: T covered, F covered
        return -1;
    *out = j;
    return 0;
}

static int put(struct json *j, const char *text)
{
    size_t length = strlen(text);
    if (j->length + length >= ROOM)                     //~ C1: T covered, F covered
        return j->failed = -1;
    memcpy(j->text + j->length, text, length + 1);
    j->length += length;
    return 0;
}

static int before_value(struct json *j)
{
    enum place *place = &j->stack[j->depth];
    if (j->failed || *place == DONE || *place == IN_OBJECT)     //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return j->failed = -1;
    if (*place == BEHIND_KEY)                           //~ C1: T covered, F covered
        *place = IN_OBJECT;
    else if (*place == TOP)                             //~ C1: T covered, F covered
        *place = DONE;
    else if (j->count[j->depth]++ > 0)                  //~ C1: T covered, F covered
        return put(j, ",");
    return 0;
}

static int begin(struct json *j, enum place place, const char *text)
{
    if (before_value(j) < 0 || j->depth + 1 == DEPTH)
        return j->failed = -1;
    j->depth++;
    j->stack[j->depth] = place;
    j->count[j->depth] = 0;
    return put(j, text);
}

int json_object(struct json *j)
{
    return begin(j, IN_OBJECT, "{");
}

int json_array(struct json *j)
{
    return begin(j, IN_ARRAY, "[");
}

int json_end(struct json *j)
{
    if (j->depth == 0 || j->stack[j->depth] == BEHIND_KEY)      //~ C1: T covered, F covered; C2: T covered, F covered
        return j->failed = -1;
    return put(j, j->stack[j->depth--] == IN_ARRAY ? "]" : "}");    //~ C1: T covered, F covered
}

int json_key(struct json *j, const char *key)
{
    if (j->failed || j->stack[j->depth] != IN_OBJECT)   //~ C1: T covered, F covered; C2: T covered, F covered
        return j->failed = -1;
    if (j->count[j->depth]++ > 0)                       //~ C1: T covered, F covered
        put(j, ",");
    put(j, "\"");
    put(j, key);
    j->stack[j->depth] = BEHIND_KEY;
    return put(j, "\":");
}

int json_number(struct json *j, int value)
{
    char text[16];
    if (before_value(j) < 0)                            //~ C1: T covered, F covered
        return -1;
    snprintf(text, sizeof text, "%d", value);
    return put(j, text);
}

const char *json_text(const struct json *j)
{
    if (j->failed || j->depth > 0)                      //~ C1: T covered, F covered; C2: T covered, F covered
        return NULL;
    return j->text;
}

void json_free(struct json *j)
{
    free(j);
}
