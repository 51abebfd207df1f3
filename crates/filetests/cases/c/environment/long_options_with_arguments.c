//@ entry: main
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1

/* Long options: a word that no edit of characters comes near. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    static const struct option table[] = {
        { "quiet", no_argument, NULL, 'q' },
        { "limit", required_argument, NULL, 'l' },
        { NULL, 0, NULL, 0 },
    };
    int quiet = 0, limit = 10, option;

    while ((option = getopt_long(argc, argv, "ql:", table, NULL)) != -1) { //~ C1: T covered, F covered
        switch (option) {
        case 'q': //~ C1: T covered, F covered
            quiet = 1;
            break;
        case 'l': //~ C1: T covered, F covered
            limit = atoi(optarg);
            break;
        default: //~ C1: T covered, F covered
            return 1;
        }
    }
    if (argc > 1 && strcmp(argv[1], "--quiet") == 0 && limit != 10) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return 4;
    if (quiet && limit > 20) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    return optind < argc ? 0 : 3; //~ C1: T covered, F covered
}
