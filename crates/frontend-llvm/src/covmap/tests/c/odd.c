/* Jumps and loops a structured mind would avoid. */
int gotos(int a, int b) {
again:
    if (a > 3) goto done;
    a++;
    if (b && a == 2) goto middle;
    while (a < 10) {
middle:
        a++;
        if (a == 5) goto again;
        if (b == 9) goto done;
    }
done:
    if (b-- > 0) goto again;
    return a;
}
int computed(int a, int b) {
    static void *const where[] = { &&one, &&two, &&three };
    goto *where[a % 3];
one:
    if (b) return 1;
two:
    if (b > 2 && a) goto *where[2];
three:
    return a ? 3 : 4;
}
void forever(volatile int *p) {
    for (;;) {
        if (*p == 1) { *p = 2; } else { *p = 1; }
        while (*p > 3 && *p < 9) --*p;
    }
}
void forever_while(volatile int *p) {
    if (*p) return;
    while (1) { if (*p == 1 || *p == 4) *p = 2; }
}
void forever_do(volatile int *p, int a) {
    if (a) do { if (*p) { *p = 0; continue; } *p = 4; } while (1);
    else L: if (*p) { --*p; goto L; } else goto L;
}
int vla(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        int a[i + 1];
        a[0] = i;
        if (a[0] > 2 || n == 1) { s++; break; }
    }
    return s;
}
int expressions(int a, int b) {
    int r = ({ int t = 0; for (int i = 0; i < a; i++) { if (i == b) break; t += i; } t; });
    r += (a > 0, b > 0) ? a : b;
    r += a == (b > 2 ? 1 : 2) ? 5 : 6;
    int z[(a > 0 && b > 0) ? 3 : 4];
    z[0] = r;
    return z[a && b ? 0 : 0] + __builtin_expect(a && b, 0) + (a && b ? r : -r);
}
double floats(double x, float y) { return x > 1.5 && y < 2.0f ? x : (x != x || y) ? 3.0 : y; }
int pointers(const char *p, const int *q) { return p && *p && q ? *q : !p || !q; }
struct bits { unsigned f : 3; _Bool g : 1; };
int fields(struct bits *b) { if (b->f && b->g) return 1; return b->g ? b->f : !b->g; }
int many(int a) {
    if (a == 1) return 1; if (a == 2) return 1; if (a == 3) return 1; if (a == 4) return 1;
    switch (a) {
    case 10: case 11: case 12: case 13: return 3;
    case 20: if (a) { case 21: a++; } break;
    case 22: { case 23: a--; } break;
    }
    return a;
}
int main(int argc, char **argv) {
    struct bits b = { 3, 1 };
    int r = gotos(argc, 0) + gotos(argc, 3) + computed(0, 0) + computed(1, 3) + computed(2, 1);
    r += vla(5) + expressions(argc, 3) + (int)floats(argc, 1.0f) + pointers(argv[0], &r) + pointers(0, 0);
    for (int i = 0; i < 25; i++) r += many(i) + fields(&b);
    return r & 0;
}
