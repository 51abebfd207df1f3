/* Decisions of every shape, nested in one another's operands. */
static int call(int a) { return a; }
int shapes(int a, int b, int c, int d) {
    int r = 0;
    if (a && b) r++;
    if (a || (b && c)) r++;
    if ((a || b) && (c || d)) r++;
    if (!(a && b) || !(c && d)) r++;
    if (a && b && c && d && r > 2 && r < 9 && a < 5 && b < 6) r++;
    while (a && (b || c)) { a--; }
    for (int i = 0; i < 4 && (b || c); i++) r++;
    do { r++; } while (r < 20 && d && r != 15);
    r += (a || b) && c;
    return a || b || r;
}
int nested(int a, int b, int c, int d) {
    int r = 0;
    if (call(a && b) && c) r++;
    if ((a ? b && c : c || d) && d) r++;
    if (a && (b == (c || d))) r++;
    if (call(a || b) || call(c && (a || d))) r++;
    if ((a && b) == (c && d)) r++;
    if (a && ({ int t = b || c; t && d; })) r++;
    if (a && (b ? c : d)) r++;
    r += call((a && b) ? (c || d) : (c && d));
    int v[3] = { a && b, a || b, (a && b) || (c && d) };
    return r + v[(a && b) ? 1 : 2] + v[0];
}
int wide(const int *p) {
    return p[0] && p[1] && p[2] && p[3] && p[4] && p[5] && p[6] && p[7] && p[8] && p[9] && p[10] && p[11]
        && (p[12] || p[13] || p[14] || p[15] || p[16] || p[17]);
}
int folded(int a, int b, int c) {
    int r = 0;
    if (a && (1 || b) && c) r++;
    if ((a || 0) && (b || 1)) r++;
    if ((a && 0) || b) r++;
    return r;
}
int main(int argc, char **argv) {
    (void)argv;
    int p[18] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0 };
    int r = wide(p);
    for (int i = 0; i < 11; i++) {
        r += shapes(i & 1, i & 2, i & 4, i & 8) + nested(i & 1, i & 2, i & 4, i & 8);
        r += folded(i & 1, i & 2, i & 4);
    }
    return (r & 0) | (argc > 9 && argc < 3);
}
