//@ entry: main
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The program's own loop over its arguments.
#include <string.h>
static int verbose;
int main(int argc, char **argv)
{
    int level = 1, files = 0;
    if (argc < 2) //~ C1: T covered, F covered
        return 2;
    for (int i = 1; i < argc; i++) { //~ C1: T covered, F covered
        const char *argument = argv[i];
        if (argument[0] != '-') { //~ C1: T covered, F covered
            files++;
            continue;
        }
        if (strcmp(argument, "--") == 0) { //~ C1: T covered, F covered
            files += argc - i - 1;
            break;
        }
        if (strcmp(argument, "-v") == 0) //~ C1: T covered, F covered
            verbose++;
        else if (strcmp(argument, "-l") == 0) { //~ C1: T covered, F covered
            if (argv[i + 1] == NULL) //~ C1: T covered, F covered
                return 3;
            level = argv[++i][0] - '0';
            if (level < 0 || level > 9) //~ C1: T covered, F covered; C2: T covered, F covered
                return 4;
        } else
            return 5;
    }
    return files > 1 ? 0 : 1; //~ C1: T covered, F covered
}
