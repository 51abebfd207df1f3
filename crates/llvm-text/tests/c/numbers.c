// Numbers: vectors, complex numbers, atomics, conversions.
#include <complex.h>
#include <stdatomic.h>
#include <stdint.h>
typedef int int4 __attribute__((vector_size(16)));
typedef float float8 __attribute__((vector_size(32)));

int4 constant_vector = {1, 2, 3, 4};
int4 vectors(int4 a, int4 b) { int4 c = a + b * 2; c[1] = 3; c = (a > b) & -c; return __builtin_shufflevector(c, a, 0, 5, 2, 7) << 1; }
float8 widen(float8 a, float x) { return a * x + (float8){1, 2, 3}; }
double complex products(double complex a, float complex b) { return a * b / (1.0 + 2.0i) - conj(a); }
_Atomic int counter; atomic_flag flag = ATOMIC_FLAG_INIT; _Atomic(int *) pointer; _Atomic long double slow;
struct two { long a, b; }; _Atomic struct two both;
int atomics(int x) {
    atomic_fetch_add(&counter, x); atomic_fetch_sub_explicit(&counter, 1, memory_order_relaxed);
    atomic_fetch_or(&counter, 2); atomic_fetch_xor(&counter, 3); atomic_fetch_and(&counter, 7);
    __sync_fetch_and_nand(&x, 5); __atomic_fetch_max(&x, 3, __ATOMIC_ACQ_REL); __sync_fetch_and_umin((unsigned *)&x, 3);
    int expected = 1;
    if (!atomic_compare_exchange_weak_explicit(&counter, &expected, 2, memory_order_acq_rel, memory_order_acquire)) counter++;
    atomic_exchange(&pointer, &expected); atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_acquire);
    if (atomic_flag_test_and_set(&flag)) both = (struct two){1, 2};
    slow += 1; volatile int *v = &x; *v = *v + 1;
    return atomic_load_explicit(&counter, memory_order_consume);
}
double conversions(signed char a, unsigned short b, uint64_t c, float d, double e, _Bool f, void *p) {
    unsigned __int128 w = (unsigned __int128)e + c; f |= (uintptr_t)p & 1; a = (signed char)d; b = (unsigned short)e;
    return a + b + (double)c + d - e * (float)w + (int)-d + f + (long double)a + (double)(int64_t)c + (e != d) + (d < e) + !e;
}
unsigned arithmetic(int a, unsigned b, long c, unsigned char s) {
    a %= 7; a /= -3; b /= 5; b %= 3; c >>= s; b >>= 2; a <<= s; return ~a ^ b | (unsigned)c & s; }
double remainders(double a, float b) { return __builtin_fmod(a, b) + __builtin_sqrt(a) + __builtin_fabsf(b) - -a; }
