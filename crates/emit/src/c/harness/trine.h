/*
 * Assumptions and assertions of harnesses written by hand.
 *
 *     #include <trine.h>
 *
 *     int check_sort(int *values, int count)
 *     {
 *         TRINE_ASSUME(values != NULL);            only such inputs are tested
 *         TRINE_ASSUME(count >= 0);                one condition each guides the search best
 *         sort(values, count);
 *         TRINE_ASSERT(is_sorted(values, count));  a finding wherever it does not hold
 *         return count;
 *     }
 *
 * A test in which an assumption does not hold is thrown away: it is neither a finding nor part of the suite.
 * Trine finds this file by itself. Elsewhere, `trine header` prints it; there an assumption is not evaluated and an
 * assertion is that of <assert.h>.
 */
#ifndef TRINE_H
#define TRINE_H

#if defined(TRINE_ANALYSIS)

/* Trine reads the file, and performs these calls itself. */
int __trine_assume(int holds);
int __trine_assert(int holds, const char *condition, const char *file, int line);

#elif defined(TRINE_TESTS)

/* The tests that Trine wrote: the same expressions, so that coverage is the same, in plain C. */
extern int dprintf(int file, const char *format, ...);
extern void abort(void);

static inline int __trine_assume(int holds)
{
    if (!holds) {
        dprintf(2, "an assumption of the test does not hold\n");
        abort();
    }
    return 0;
}

static inline int __trine_assert(int holds, const char *condition, const char *file, int line)
{
    if (!holds) {
        dprintf(2, "%s:%d: TRINE_ASSERT(%s) does not hold\n", file, line, condition);
        abort();
    }
    return 0;
}

#endif

#if defined(TRINE_ANALYSIS) || defined(TRINE_TESTS)
#define TRINE_ASSUME(condition) ((void)__trine_assume((condition) != 0))
#define TRINE_ASSERT(condition) ((void)__trine_assert((condition) != 0, #condition, __FILE__, __LINE__))
#else
#include <assert.h>
#define TRINE_ASSUME(condition) ((void)sizeof((condition) != 0))
#define TRINE_ASSERT(condition) assert(condition)
#endif

#endif
