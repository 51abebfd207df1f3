//@ entry: parse_options
//@ criteria: branch
//@ budget: 40000 evals
//@ seed: 1
// The loop that every command line tool starts with; words that are no options are moved to the end.
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
struct settings {
    int verbose, level, extra;
};
int parse_options(const struct settings *defaults, int which)
{
    static char *lines[4][5] = {
        {"tool", "-v", "file", 0, 0},
        {"tool", "file", "--level=3", "-v", 0},
        {"tool", "-x", 0, 0, 0},
        {"tool", "-l", "12", "a", "b"},
    };
    static const struct option table[] = {
        {"verbose", no_argument, 0, 'v'},
        {"level", required_argument, 0, 'l'},
        {0, 0, 0, 0},
    };
    struct settings settings = *defaults;
    char *line[6];
    int count = 0, option;
    memcpy(line, lines[which & 3], 5 * sizeof line[0]);
    while (count < 5 && line[count] != 0)
        count++;
    line[count] = 0;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(count, line, "vl:", table, 0)) != -1) { //~ C1: T covered, F covered
        switch (option) {
        case 'v': //~ C1: T covered, F covered
            settings.verbose++;
            break;
        case 'l': //~ C1: T covered, F covered
            settings.level = atoi(optarg);
            break;
        default: //~ C1: T covered, F covered
            return -1;
        }
    }
    settings.extra = count - optind;
    return settings.verbose * 100 + settings.level * 10 + settings.extra;
}
