//@ entry: spread
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// More elements change than a test looks at: none of those is taken for unchanged.
struct table {
    unsigned char cells[256];
    int count;
};
int spread(struct table *table, int first)
{
    if (!table || first < 0) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    for (int i = 0; i < 200; i++) //~ C1: T covered, F covered
        table->cells[i] = (unsigned char)(first + i + 1);
    table->count = first;
    return 1;
}
