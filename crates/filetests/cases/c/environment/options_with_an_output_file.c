//@ entry: main
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* A command line tool as they are written: options, one with a number, one with a file; then words. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *path = NULL;
    int loud = 0, times = 1, option;

    while ((option = getopt(argc, argv, "vn:o:")) != -1) { //~ C1: T covered, F covered
        switch (option) {
        case 'v': //~ C1: T covered, F covered
            loud++;
            break;
        case 'n': //~ C1: T covered, F covered
            times = atoi(optarg);
            if (times <= 0) //~ C1: T covered, F covered
                return 2;
            break;
        case 'o': //~ C1: T covered, F covered
            path = optarg;
            break;
        default: //~ C1: T covered, F covered
            return 1;
        }
    }
    if (optind >= argc) //~ C1: T covered, F covered
        return 3;
    FILE *out = stdout;
    if (path) { //~ C1: T covered, F covered
        out = fopen(path, "w");
        if (!out) { //~ C1: T covered, F covered
            perror(path);
            return 4;
        }
    }
    for (int i = optind; i < argc; i++) //~ C1: T covered, F covered
        for (int k = 0; k < times && k < 3; k++) //~ C1: T covered, F covered; C2: T covered, F covered
            fprintf(out, loud > 1 ? "(%s)\n" : "%s\n", argv[i]); //~ C1: T covered, F covered
    if (out != stdout) //~ C1: T covered, F covered
        fclose(out);
    return 0;
}
