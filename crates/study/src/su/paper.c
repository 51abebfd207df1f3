/* The two functions that Su et al. show: the sort of Figure 1, and the loop of section V.D. */

#define MAXLEN 6

void bubble(int v[MAXLEN], int n)
{
    int i, j, k;

    if (n >= MAXLEN)
        return;
    for (i = n; i > 1; i--)
        for (j = 1; j < i; ++j)
            if (v[j] > v[j + 1]) {
                k = v[j];
                v[j] = v[j + 1];
                v[j + 1] = k;
            }
}

int reached;

void loop(int v[6], int x)
{
    int i;

    if (x == 2) {
        for (i = 0; i < 6; i++)
            if (v[i] == 3)
                x++;
        if (x == 6)
            reached = 1;
    }
}
