//@ entry: main
#include <stdio.h>

int last;

int main(int argc, char **argv __attribute__((unused)))
{
    if (argc > 2) {             //~ C1: T covered, F covered
        last = argc;
        printf("%d\n", argc);
    } else if (argc == 1) {     //~ C1: T covered, F covered
        return 3;
    }
}
