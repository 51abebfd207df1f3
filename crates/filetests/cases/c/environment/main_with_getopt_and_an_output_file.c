//@ entry: main
//@ strategies: hybrid
/* Options, their arguments, and a file that may not open. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int verbose = 0, count = 1, option;
    const char *output = NULL;
    while ((option = getopt(argc, argv, "vn:o:")) != -1) {  //~ C1: T covered, F covered
        switch (option) {
        case 'v':                                           //~ C1: T covered, F covered
            verbose++;
            break;
        case 'n':                                           //~ C1: T covered, F covered
            count = atoi(optarg);
            if (count <= 0) {                               //~ C1: T covered, F covered
                fprintf(stderr, "bad count\n");
                return 2;
            }
            break;
        case 'o':                                           //~ C1: T covered, F covered
            output = optarg;
            break;
        default:                                            //~ C1: T covered, F covered
            fprintf(stderr, "usage: %s [-v] [-n count] [-o file] word...\n", argv[0]);
            return 1;
        }
    }
    if (optind >= argc)                                     //~ C1: T covered, F covered
        return 3;
    FILE *to = stdout;
    if (output != NULL) {                                   //~ C1: T covered, F covered
        to = fopen(output, "w");
        if (to == NULL) {                                   //~ C1: T covered, F covered
            perror(output);
            return 4;
        }
    }
    for (int i = optind; i < argc; i++)                     //~ C1: T covered, F covered
        for (int k = 0; k < count && k < 3; k++)            //~ C1: T covered, F covered; C2: T covered, F covered
            fprintf(to, verbose > 1 ? "<%s>\n" : "%s\n", argv[i]); //~ C1: T covered, F covered
    if (to != stdout)                                       //~ C1: T covered, F covered
        fclose(to);
    return 0;
}
