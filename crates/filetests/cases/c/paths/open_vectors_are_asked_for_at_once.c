//@ entry: eight
//@ strategies: dse
//@ criteria: mcdc
//@ options: --search dfs --iterations 14

/* Depth-first, flip by flip, these take 23 runs. */
int eight(int a, int b, int c, int d, int e, int f, int g, int h)
{
    if (((a == 11 && b == 22) || (c == 33 && (d == 44 || e == 55))) && (f == 66 || (g == 77 && h == 88))) //~ mcdc 8/8
        return 1;
    return 0;
}
