//@ entry: start, sum_of_pair, has_prefix
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// What the externals write through their pointers decides.
struct config {
    int port;
    char name[8];
    struct config *next;
};
int read_config(const char *path, struct config *out);
void get_pair(int *a, long *b);
int read_line(char *line, unsigned size);
int start(const char *path)
{
    struct config config;
    if (read_config(path, &config) < 0) //~ C1: T covered, F covered
        return -1;
    if (config.port == 8080) //~ C1: T covered, F covered
        return 1;
    if (config.next) //~ C1: T covered, F covered
        return config.next->port;
    return 0;
}
int sum_of_pair(int limit)
{
    int a;
    long b;
    get_pair(&a, &b);
    if (a > limit && b == 12345) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
int has_prefix(void)
{
    char line[12];
    while (read_line(line, sizeof line) > 0) { //~ C1: T covered, F covered
        if (line[0] == 'o' && line[1] == 'k') //~ C1: T covered, F covered; C2: T covered, F covered
            return 1;
    }
    return 0;
}
