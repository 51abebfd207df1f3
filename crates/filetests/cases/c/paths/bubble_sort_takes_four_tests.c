//@ entry: bubble
//@ strategies: dse
//@ options: --search pps --iterations 40 --mutants 0
//@ tests: at most 4
//@ without: search, because the number of its tests is that of paths
//@ without: hybrid, because the number of its tests is that of paths

/* Figure 1 of Su et al., "Automated Coverage-Driven Test Data Generation Using Dynamic Symbolic Execution". */
#define MAXLEN 6
void bubble(int v[MAXLEN], int n)
{
    int i, j, k;
    if (n >= MAXLEN) //~ C1: T covered, F covered
        return;
    for (i = n; i > 1; i--) //~ C1: T covered, F covered
        for (j = 1; j < i; j++) //~ C1: T covered, F covered
            if (v[j] > v[j + 1]) { //~ C1: T covered, F covered
                k = v[j];
                v[j] = v[j + 1];
                v[j + 1] = k;
            }
}
