/* Conditions in macros: own, nested, from headers, from system headers, from an include in a body. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include "macros.h"
#define POS(x) ((x) > 0)
#define BOTH(x, y) ((x) && (y))
#define EITHER(x, y) (POS(x) || POS(y))
#define DEEP(x, y, z) (BOTH(EITHER(x, y), POS(z)))
#define CHECK(c) do { if (!(c)) return -1; } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define AND &&
#define COND a > 1
#define LOOP(n) for (int i_ = 0; i_ < (n); i_++)
#define CASES case 1: case 2
#define IF_POS(x) if (POS(x))
#define WHOLE { if (a && b) return 7; }
int own(int a, int b, int c) {
    int r = 0;
    if (BOTH(a, b)) r++;
    if (BOTH(a, b) || BOTH(b, c)) r++;
    if (EITHER(a, b) && EITHER(b, c)) r++;
    if (DEEP(a, b, c)) r++;
    if (POS(a) && c) r++;
    if (c && POS(a)) r++;
    if (a AND b) r++;
    if (COND && b) r++;
    if (POS(a)) r++;
    r += MAX(a, MAX(b, c));
    return r;
}
int statements(int a, int b) {
    int r = 0;
    CHECK(a != 5);
    CHECK(BOTH(a, b) || a == 0);
    LOOP(3) { if (POS(a)) r++; }
    IF_POS(b) r++; else r--;
    switch (a) { CASES: r++; break; default: ; }
    WHOLE
    return r;
}
int from_headers(int a, int b) {
    int r = IN_HEADER(a) + header_function(a, b);
    assert(a != 99 && b != 99);
    if (isdigit(a) || (EOF == b && a)) r++;
    if (toupper(a) == 'A' && MAX(a, b) > 3) r++;
    return r;
}
int included(int a, int b) {
    int r = 0;
#include "fragment.inc"
    return r;
}
#if 0
int skipped(int a) { return a ? 1 : 2; }
#endif
int partly_skipped(int a) {
    if (a)
#ifdef NEVER
        return 3;
#else
        return 4;
#endif
    return 5;
}
static int unused(int a) { return a && 1; }
int main(int argc, char **argv) {
    (void)argv;
    int r = own(1, 0, 1) + own(0, 1, 1) + own(3, 3, 3);
    r += statements(5, 1) + statements(1, 1) + statements(0, -1);
    r += from_headers('7', 3) + from_headers('a', -1) + included(3, 3) + partly_skipped(argc - 1);
    return r & 0;
}
