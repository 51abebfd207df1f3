/* Constants in conditions, and code that cannot be reached. */
#include <stdlib.h>
enum { YES = 1, NO = 0 };
static const int konst = 3;
int constants(int a, int b) {
    int r = 0;
    if (1) r++;
    if (0) r--;
    if (a && 1) r++;
    if (1 && a) r++;
    if (a && 0) r++;
    if (0 && a) r++;
    if (a || 1) r++;
    if (0 || a) r++;
    if (a || 0 || b) r++;
    if (sizeof(a) == 4 && b) r++;
    if (YES && b && !NO) r++;
    if (konst == 3 && b) r++;
    if (1 && 1) r++;
    if (0 || 0) r++;
    if (!1 || a) r++;
    if ((a, 1) && b) r++;
    return r;
}
int loops(int a) {
    while (1) { if (a++ > 3) break; }
    for (; 1;) { if (a++ > 9) break; }
    do { a++; } while (0);
    do { if (a++ > 30) break; } while (1);
    while (0) { a--; }
    for (; 0;) a--;
    for (;;) { if (a++ > 50) return a; }
}
int chosen(int a, int b) {
    int r = 1 ? a : b;
    r += 0 ? a : b;
    r += a ? 1 : 0;
    r += a ? b : 7;
    r += a ? 8 : b;
    r += sizeof(long) == 8 ? (a && b) : (a || b);
    int x = a && 1, y = 0 || b, z = 1 || b;
    switch (3) { case 1: r++; break; case 3: r--; break; }
    switch (konst) { case 3: r++; }
    return r + x + y + z + (a ?: 5);
}
int dead(int a) {
    return a;
    if (a) a++;
    while (a && a < 9) a++;
    switch (a) { case 1: return 2; }
    do { a--; } while (a > 3);
    for (int i = 0; i < a; i++) a += 2;
    return a ? 1 : 2;
}
int half_dead(int a, int b) {
    if (a) { return 1; if (b) b++; }
    do { if (b) return 3; break; } while (a || b);
    do { return 4; } while (a && b);
    while (b) { b--; continue; if (a && b) return 9; }
    goto end;
    if (b > 4) b--;
end:
    return b;
}
void stops(int a, int b) {
    if (a > 5 && b) exit(0);
    if (a == 4) abort();
    if (a == 3) __builtin_unreachable();
}
int main(int argc, char **argv) {
    (void)argv;
    int r = constants(1, 0) + constants(0, 1) + loops(argc) + chosen(argc, 0) + chosen(0, argc);
    r += dead(argc) + half_dead(0, 0) + half_dead(1, 0);
    stops(argc, r);
    return r & 0;
}
