/*
 * The checks of the tests that Trine writes. A check that fails says where, what was expected
 * and what was seen, and the test goes on. Every test runs in a process of its own, so that
 * neither a crash nor state left behind in variables reaches the next one.
 *
 * This file includes nothing that declares functions: it stands after the unit under test,
 * and the unit may define what it likes.
 */
#ifndef TRINE_TEST_H
#define TRINE_TEST_H

#include <limits.h>
#include <stddef.h>

/* A length in a parameter's declaration (`int a[3]`) binds nobody: a test passes what the call needs. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

/* The formats of a test are its inputs, odd ones too. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-zero-length"
#endif

/* What a test passes is as large as the code needs it, which may be less than the type that the code takes it for. The
   code that calls it in earnest is elsewhere, where compilers do not see sizes: no more do they here. */
#if defined __clang__
#pragma clang optimize off
#elif defined __GNUC__
#pragma GCC optimize ("O0")
#endif

#ifndef true
#define true 1
#define false 0
#endif
#ifndef NAN
#define NAN (__builtin_nanf(""))
#endif
#ifndef INFINITY
#define INFINITY (__builtin_inff())
#endif

struct trine_test {
    const char *name;
    void (*run)(void);
};

/* Runs all tests, or those named in argv; `--list` lists them, `--no-fork` runs them in this
   process, for debuggers. Prints TAP. Returns the exit status: 0 when all pass. */
int trine_run(const struct trine_test *tests, int count, int argc, char **argv);

#define TRINE_RUN(tests, argc, argv) \
    trine_run((tests), (int)(sizeof(tests) / sizeof((tests)[0])), (argc), (argv))

#define TRINE_CHECK(condition) \
    trine_check((condition) ? 1 : 0, #condition, __FILE__, __LINE__)
#define TRINE_CHECK_INT(actual, expected) \
    trine_check_int((long long)(actual), (long long)(expected), #actual, #expected, __FILE__, __LINE__)
#define TRINE_CHECK_UINT(actual, expected)                                                   \
    trine_check_uint((unsigned long long)(actual), (unsigned long long)(expected), #actual, #expected, \
                     __FILE__, __LINE__)
/* Equal as numbers; a NaN equals a NaN. */
#define TRINE_CHECK_FLOAT(actual, expected) \
    trine_check_float((float)(actual), (expected), #actual, #expected, __FILE__, __LINE__)
#define TRINE_CHECK_DOUBLE(actual, expected) \
    trine_check_double((double)(actual), (expected), #actual, #expected, __FILE__, __LINE__)
#define TRINE_CHECK_LONG_DOUBLE(actual, expected) \
    trine_check_long_double((actual), (expected), #actual, #expected, __FILE__, __LINE__)
/* Equal up to an absolute tolerance. */
#define TRINE_CHECK_NEAR(actual, expected, tolerance) \
    trine_check_near((actual), (expected), (tolerance), #actual, #expected, __FILE__, __LINE__)
#define TRINE_CHECK_STRING(actual, expected) \
    trine_check_string((const char *)(actual), (expected), #actual, __FILE__, __LINE__)
#define TRINE_CHECK_NULL(actual) TRINE_CHECK((actual) == NULL)
#define TRINE_CHECK_NOT_NULL(actual) TRINE_CHECK((actual) != NULL)
#define TRINE_CHECK_POINTER(actual, expected) \
    trine_check((const void *)(actual) == (const void *)(expected), #actual " == " #expected, __FILE__, __LINE__)
#define TRINE_CHECK_MEMORY(actual, expected, size) \
    trine_check_memory((actual), (expected), (size), #actual, __FILE__, __LINE__)
/* The call ends the program with this exit status, or by abort(). */
#define TRINE_CHECK_EXITS(status, call) TRINE_CHECK_ENDING((status), call)
#define TRINE_CHECK_ABORTS(call) TRINE_CHECK_ENDING(-1, call)
#define TRINE_CHECK_ENDING(status, call)                                 \
    do {                                                                 \
        int trine_child = trine_fork();                                  \
        if (trine_child == 0) {                                          \
            (void)(call);                                                \
            trine_returned();                                            \
        }                                                                \
        trine_check_ending(trine_child, status, #call, __FILE__, __LINE__); \
    } while (0)

void trine_check(int holds, const char *condition, const char *file, int line);
void trine_check_int(long long actual, long long expected, const char *what, const char *wanted,
                     const char *file, int line);
void trine_check_uint(unsigned long long actual, unsigned long long expected, const char *what,
                      const char *wanted, const char *file, int line);
void trine_check_float(float actual, float expected, const char *what, const char *wanted,
                       const char *file, int line);
void trine_check_double(double actual, double expected, const char *what, const char *wanted,
                        const char *file, int line);
void trine_check_long_double(long double actual, long double expected, const char *what,
                             const char *wanted, const char *file, int line);
void trine_check_near(long double actual, long double expected, long double tolerance,
                      const char *what, const char *wanted, const char *file, int line);
void trine_check_string(const char *actual, const char *expected, const char *what,
                        const char *file, int line);
void trine_check_memory(const void *actual, const void *expected, size_t size, const char *what,
                        const char *file, int line);
int trine_fork(void);
void trine_returned(void);
void trine_skip(const char *why);
void trine_check_ending(int child, int status, const char *call, const char *file, int line);

#endif
