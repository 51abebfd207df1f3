//@ entry: count_words
#include <ctype.h>
#include <stdio.h>

struct counts {
    long characters;
    int words;
    int lines;
};

/* What `wc` counts, of standard input. */
int count_words(struct counts *counts)
{
    int c, inside = 0;

    counts->characters = counts->words = counts->lines = 0;
    while ((c = getchar()) != EOF) {        //~ C1: T covered, F covered
        counts->characters++;
        if (c == '\n')                      //~ C1: T covered, F covered
            counts->lines++;
        if (isspace(c)) {                   //~ C1: T covered, F covered
            inside = 0;
        } else if (!inside) {               //~ C1: T covered, F covered
            inside = 1;
            counts->words++;
        }
    }
    if (counts->words > 3)                  //~ C1: T covered, F covered
        return 2;
    return counts->words > 0;
}
