// Control: short circuits, switches, computed goto, variadic functions, setjmp, variable-length arrays, assembly.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int decisions(int a, int b, int c) {
    int r = 0;
    if (a > 0 && (b > 0 || c > 0) && !(a == b)) r |= 1;
    r |= (a || b) ? (c && a) : (b ? 2 : 3);
    while (a-- > 0 && b != c) { if (a == 5) continue; if (a == 7) break; r++; }
    do { r ^= 1; } while (r < 0 || c-- > 10);
    for (;;) { if (r++ > 3) goto out; }
out:
    return r;
}
int ranges(unsigned char x) {
    switch (x) { case 0 ... 9: return 1; case 'a': case 'b': x++; /* fall through */ case 200: return x; default: break; }
    switch ((long)x << 33) { case 1L << 33: return 9; }
    return -1;
}
int threaded(const unsigned char *code) {
    static const void *const table[] = {&&stop, &&increment, &&doubled};
    int acc = 0;
    goto *table[*code++];
increment: acc++; goto *table[*code++];
doubled: acc *= 2; goto *table[*code++];
stop: return acc;
}
double sum(int n, ...) {
    va_list list, copy; double s = 0;
    va_start(list, n); va_copy(copy, list);
    for (int i = 0; i < n; i++) s += i & 1 ? va_arg(list, double) : va_arg(list, int);
    s += *va_arg(copy, char *) + (double)va_arg(copy, long double);
    va_end(copy); va_end(list);
    return s;
}
int say(const char *format, ...) { va_list l; va_start(l, format); int n = vprintf(format, l); va_end(l); return n + printf("%d %f\n", n, 1.0); }
jmp_buf buffer;
int guarded(int x) { volatile int v = x; if (setjmp(buffer)) return v; if (x > 3) longjmp(buffer, 1); return 0; }
int variable_length(int n, int m) { int a[n][m]; a[0][0] = n; { char b[n * 2]; b[n] = 1; a[n - 1][m - 1] = b[n] + sizeof a; } return a[n - 1][m - 1]; }
int assembly(int x) {
    int y; __asm__ volatile("mov %1, %0; # \"q\" \\ " : "=r"(y) : "r"(x) : "memory", "cc");
    __asm__("" : "+r"(y), "=m"(x) : "i"(4)); return y + x;
}
int assembly_goto(int x) { __asm__ goto("test %0, %0; jne %l1" : : "r"(x) : "cc" : other); return 1; other: return x; }
__asm__(".globl top_level_symbol\ntop_level_symbol = 5");
int statement_expression(int x) { return ({ int t = x * 2; t > 3 ? t : ({ -t; }); }) + __builtin_expect(x, 1); }
_Noreturn void fail(int code) { if (code) exit(code); abort(); }
int builtins(unsigned x, void *p) {
    int o; char c[10]; __builtin_memset(c, 0, sizeof c); __builtin_memcpy(c, p, 5); __builtin_memmove(c + 1, c, 5);
    if (__builtin_add_overflow((int)x, 1, &o) || __builtin_mul_overflow(x, 3u, &x)) return o;
    return __builtin_popcount(x) + __builtin_clz(x | 1) + __builtin_bswap32(x) + (int)__builtin_object_size(p, 0) + c[3]
        + (__builtin_constant_p(x) ? 1 : 2) + (int)(long)__builtin_return_address(0) + (int)(long)__builtin_alloca(x);
}
static int recursive(int n) { return n < 2 ? n : recursive(n - 1) + recursive(n - 2); }
int (*pick(int which))(int) { static int (*const table[2])(int) = {recursive, 0}; return table[which & 1]; }
int nested_call(int x) { return pick(x)(pick(0)(x)); }
