// Every construct of C that has a lowering of its own; each function must be lowered and verify.
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

struct bits { unsigned a : 3; int b : 5; unsigned long long wide : 40; _Bool flag : 1; };
int bit_fields(struct bits *p, int v) { p->a = v; p->b += v; p->wide = -1; p->flag = v; return p->a + p->b + p->flag; }

union view { float f; unsigned u; unsigned char bytes[4]; };
unsigned pun(float f) { union view v; v.f = f; return v.u ^ v.bytes[3]; }

long double extended(long double x, int n) { return n > 0 ? x * n + 0.1L : -x; }
__int128 wide(__int128 a, unsigned __int128 b) { return (a << 3) + (__int128)(b / 7) - (a % 5); }
_Bool truth(int x, double d, void *p) { _Bool b = x; b |= d != 0; return b && p; }

struct big { long v[5]; };
struct two { int i; double d; };
struct packed { char c; long l; } __attribute__((packed));
static long total(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    long sum = 0;
    while (n-- > 0) {
        switch (n % 5) {
        case 0: sum += va_arg(list, int); break;
        case 1: sum += (long)va_arg(list, double); break;
        case 2: sum += va_arg(list, struct big).v[4]; break;
        case 3: sum += va_arg(list, struct two).i; break;
        default: sum += (long)va_arg(list, long double);
        }
    }
    va_end(list);
    va_end(copy);
    return sum;
}
long variadic(struct big b, struct two t, struct packed p) { return total(6, 1, 2.0, b, t, 3.0L, p) + total(0); }

int computed_goto(const unsigned char *code) {
    static const void *const labels[] = {&&stop, &&add, &&twice};
    static const int offsets[] = {&&stop - &&stop, &&add - &&stop};
    int acc = 0;
    goto *labels[*code];
add:
    acc++;
    goto *labels[*++code];
twice:
    acc *= 2;
    goto *labels[*++code];
stop:
    return acc + offsets[0];
}

int switches(unsigned x, long y) {
    int r = 0;
    switch (x) { case 1: case 2: r = 1; case 3: r++; break; case 10 ... 40: r = 5; break; default: r = -1; }
    switch (y) { case -1: return r; case 0x7fffffffffffffff: return 2; }
    return r;
}

typedef int v4 __attribute__((vector_size(16)));
typedef float v2 __attribute__((vector_size(8)));
int vectors(v4 a, v4 b, int i) { v4 c = a * b + (a > b); c[i] = 7; v4 s = __builtin_shufflevector(c, a, 0, 5, 2, 7); return s[1] + c[i & 3]; }
float small_vector(v2 a) { v2 *p = &a; *p += a; return (*p)[0]; }

double complex spin(double complex z, float complex w) { return z * (0.0 + 1.0 * I) + w; }
double magnitude(double complex z) { return creal(z) * creal(z) + cimag(z) * cimag(z); }

int atomics(_Atomic int *p, int v) {
    int expected = v;
    atomic_fetch_add(p, v);
    atomic_store_explicit(p, 3, memory_order_release);
    if (atomic_compare_exchange_strong(p, &expected, v)) return atomic_exchange(p, 1);
    *p += 2;
    __atomic_fetch_nand((int *)p, v, __ATOMIC_SEQ_CST);
    atomic_thread_fence(memory_order_seq_cst);
    return __sync_val_compare_and_swap((int *)p, 1, 2) + atomic_load(p);
}

int barrier(int x) { __asm__ volatile("" : "+r"(x) : : "memory"); __asm__ volatile("" ::: "memory"); return x; }
unsigned swapped(unsigned x) { unsigned r; __asm__("bswap %0" : "=r"(r) : "0"(x)); __asm__("pause"); return r; }
unsigned assembly(void) { unsigned r; __asm__("syscall" : "=a"(r) : : "edx"); return r; }
static jmp_buf mark;
int jumps(int x) { if (setjmp(mark)) return 1; longjmp(mark, x); }

int vla(int n, int m) {
    int a[n][m], sum = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * j;
    for (int i = 0; i < n; i++) { char inner[i + 1]; inner[i] = 1; sum += a[i][m - 1] + inner[i]; }
    return sum + (int)sizeof a;
}

struct s1 { char c; }; struct s3 { char c[3]; }; struct s5 { int i; char c; }; struct s8 { float x, y; };
struct s12 { float x, y, z; }; struct s16 { long a; double b; }; struct mixed { double d; int i; }; struct ld { long double l; };
struct empty {}; struct nested { struct s8 a; union { int i; float f; } u; }; struct aligned { int x; } __attribute__((aligned(16)));
struct s3 shapes(struct s1 a, struct s3 b, struct s5 c, struct s8 d, struct empty e, struct s12 f, struct s16 g) {
    b.c[0] += a.c + c.c + (char)d.x + (char)f.z + (char)g.b; return b;
}
struct s12 more(struct mixed a, struct ld b, struct nested c, struct aligned d, struct big e) {
    return (struct s12){(float)a.d, (float)b.l, (float)(c.u.i + d.x + e.v[0])};
}
struct big large(int n) { struct big b = {{n}}; return b; }
struct s16 forward(struct s16 (*f)(struct s16, struct big), struct s16 x) { return f(x, large(3)); }
struct two pair(void) { return (struct two){1, 2.0}; }

extern double sin(double), pow(double, double);
double builtins(double x, float y, unsigned u, int i, long l) {
    int o; char buffer[32];
    __builtin_memset(buffer, i, sizeof buffer);
    __builtin_memcpy(buffer, &x, sizeof x);
    __builtin_memmove(buffer + 1, buffer, 8);
    if (__builtin_expect(__builtin_sadd_overflow(i, 5, &o), 0)) return o;
    if (__builtin_mul_overflow(u, i, &l) || __builtin_isnan(x) || __builtin_isinf(x)) return l;
    o += __builtin_popcount(u) + __builtin_clz(u) + __builtin_ctzl(l) + __builtin_parity(u) + __builtin_ffs(i);
    o += (int)__builtin_bswap64(l) + __builtin_rotateleft32(u, 3) + __builtin_constant_p(i) + __builtin_abs(i);
    o += (int)__builtin_object_size(buffer, 0);
    if (u > 100) __builtin_trap();
    if (u > 99) __builtin_unreachable();
    return sin(x) + pow(x, y) + __builtin_sqrt(x) + __builtin_floor(x) + __builtin_fabsf(y) + __builtin_copysign(x, y)
        + __builtin_fma(x, y, x) + __builtin_elementwise_sin(x) + x * y + __builtin_powi(x, i) + __builtin_roundf(y) + o
        + __builtin_fmax(x, 1.0) + __builtin_trunc(x) + __builtin_rint(x);
}

typedef int (*handler)(int);
static int increment(int x) { return x + 1; }
static handler table[2] = {increment, NULL};
int through_pointer(int i, handler other) { return (table[i & 1] ? table[i & 1] : other)(i); }

int unprototyped();
int calls_unprototyped(int x) { return unprototyped(x, 2.0) + unprototyped(); }
int old_style(a, f) int a; float f; { return a + (int)f; }

const char *statics(void) { static int count; static const char *names[] = {"a", "bc"}; return names[count++ & 1]; }
int statement_expression(int x) { return ({ int y = x * 2; y + 1; }); }
_Thread_local int per_thread;
int bump(void) { return ++per_thread; }
int long_jump_over(int n) { if (n) goto out; for (;;) { if (n++ > 3) break; continue; } out: return n; }
int float_conversions(double d, float f, long double l) { return (int)d + (unsigned)f + (long)l + (int)(unsigned long)d + (unsigned char)(int)f; }
int pointer_arithmetic(int *a, int *b, char (*m)[7]) { return (int)(a - b) + (a < b) + m[2][3] + (a + 3)[-1]; }
int *address(struct nested *n) { return &n->u.i; }
_BitInt(37) bit_precise(_BitInt(37) a, unsigned _BitInt(5) b) { return a + b; }
int deep(int a, int b, int c) { do { a = b ? c ? a : b : (a, c); } while (a-- && (b || !c)); return !a; }
