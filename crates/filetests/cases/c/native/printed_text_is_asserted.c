//@ entry: greet, list
//@ budget: 4000 evals
#include <stdio.h>
#include <unistd.h>

void greet(const char *name, int times)
{
    if (times > 2) {                            //~ C1: T covered, F covered
        fprintf(stderr, "too often\n");
        return;
    }
    printf("hello %s\n", name ? name : "world");                //~ C1: T covered, F covered
}

void list(int count)
{
    for (int i = 0; i < count && i < 40; i++)   //~ C1: T covered, F covered; C2: T covered, F covered
        printf("%d,", i);
    if (count > 50 && write(1, "!", 1) == 1)    //~ C1: T covered, F covered; C2: T covered, F unknown
        putchar('\n');
}
