//@ entry: digits_of, keys_of, queue_put, words_of, ring_of
//@ criteria: branch
//@ budget: 10000 evals
//@ seed: 1

/* What a function builds of several blocks is the test's to free, block by block. */
#include <stdlib.h>
#include <string.h>

struct digit {
    int value;
    struct digit *next;
};

static void digits_free(struct digit *list)
{
    while (list) {
        struct digit *next = list->next;

        free(list);
        list = next;
    }
}

/* The decimal digits of a number, the lowest first. */
struct digit *digits_of(unsigned number)
{
    struct digit *first = NULL, **end = &first;

    do {
        struct digit *digit = malloc(sizeof *digit);

        if (!digit) { //~ C1: T covered, F covered
            digits_free(first);
            return NULL;
        }
        digit->value = (int)(number % 10);
        digit->next = NULL;
        *end = digit;
        end = &digit->next;
        number /= 10;
    } while (number); //~ C1: T covered, F covered
    return first;
}

struct key {
    int key;
    char *name;
    struct key *left, *right;
};

/* A tree of three keys; the name of each is a block of its own. */
struct key *keys_of(int low, int high)
{
    struct key *nodes[3];
    int keys[3] = { low, low / 2 + high / 2, high };

    if (low >= high) //~ C1: T covered, F covered
        return NULL;
    for (int i = 0; i < 3; i++) { //~ C1: T covered, F covered
        nodes[i] = calloc(1, sizeof *nodes[i]);
        if (!nodes[i]) //~ C1: T covered, F covered
            abort();
        nodes[i]->key = keys[i];
        nodes[i]->name = strdup(keys[i] < 0 ? "below" : "above"); //~ C1: T covered, F covered
    }
    nodes[1]->left = nodes[0];
    nodes[1]->right = nodes[2];
    return nodes[1];
}

struct item {
    int value;
    struct item *next;
};

struct queue {
    struct item *head, *tail;
    int length;
};

/* Puts some items at the end of a queue of the caller. */
int queue_put(struct queue *queue, int from, int to)
{
    if (!queue || queue->head || queue->tail) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return -1;
    for (int value = from; value < to && value < from + 4; value++) { //~ C1: T covered, F covered; C2: T covered, F covered
        struct item *item = malloc(sizeof *item);

        if (!item) //~ C1: T covered, F covered
            return -2;
        item->value = value;
        item->next = NULL;
        if (queue->tail) //~ C1: T covered, F covered
            queue->tail->next = item;
        else
            queue->head = item;
        queue->tail = item;
        queue->length++;
    }
    return queue->length;
}

/* The words of a text behind each other, with a null pointer at the end. */
char **words_of(const char *text)
{
    char **words = calloc(4, sizeof *words);
    int count = 0;

    if (!words) //~ C1: T covered, F covered
        return NULL;
    while (count < 3) { //~ C1: T covered, F covered
        size_t length = strcspn(text, " ");

        if (length > 0) //~ C1: T covered, F covered
            words[count++] = strndup(text, length);
        text += length;
        if (*text == '\0') //~ C1: T covered, F covered
            break;
        text++;
    }
    return words;
}

struct link {
    struct link *before, *after;
};

/* A ring of links, each of which its two neighbors point to. */
struct link *ring_of(int count)
{
    struct link *first = NULL;

    for (int i = 0; i < count && i < 3; i++) { //~ C1: T covered, F covered; C2: T covered, F covered
        struct link *link = malloc(sizeof *link);

        if (!link) //~ C1: T covered, F covered
            abort();
        if (!first) { //~ C1: T covered, F covered
            link->before = link->after = first = link;
            continue;
        }
        link->after = first;
        link->before = first->before;
        first->before->after = link;
        first->before = link;
    }
    return first;
}
