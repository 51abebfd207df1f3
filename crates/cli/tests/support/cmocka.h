/* A stand-in for CMocka, with what emitted tests use of it: checks that count failures, tests that run in order.
   Integers are compared as CMocka does it, as unsigned numbers of 64 bits. */
#ifndef CMOCKA_H_
#define CMOCKA_H_

#include <stdio.h>
#include <string.h>

typedef unsigned long long LargestIntegralType;

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
    int (*setup_func)(void **state);
};

static int cmocka_failures;
static const char *cmocka_filter;

static void cmocka_check(int holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    cmocka_failures++;
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
}

#define CMOCKA_CHECK(holds, what) cmocka_check(holds, what, __FILE__, __LINE__)
#define assert_true(c) CMOCKA_CHECK(!!(c), #c)
#define assert_false(c) CMOCKA_CHECK(!(c), #c)
#define assert_int_equal(a, b) CMOCKA_CHECK((LargestIntegralType)(a) == (LargestIntegralType)(b), #a)
#define assert_string_equal(a, b) CMOCKA_CHECK(strcmp((const char *)(a), (const char *)(b)) == 0, #a)
#define assert_null(p) CMOCKA_CHECK((p) == NULL, #p)
#define assert_non_null(p) CMOCKA_CHECK((p) != NULL, #p)
#define assert_ptr_equal(a, b) CMOCKA_CHECK((const void *)(a) == (const void *)(b), #a)
#define assert_memory_equal(a, b, size) CMOCKA_CHECK(memcmp((a), (b), (size)) == 0, #a)
#define cmocka_unit_test_setup(function, setup) { #function, function, setup }
#define cmocka_set_test_filter(pattern) ((void)(cmocka_filter = (pattern)))
#define cmocka_run_group_tests(tests, setup, teardown) \
    cmocka_run(tests, sizeof (tests) / sizeof (tests)[0])

static int cmocka_run(const struct CMUnitTest *tests, size_t count)
{
    size_t i;
    void *state = NULL;

    for (i = 0; i < count; i++)
        if (cmocka_filter == NULL || strcmp(cmocka_filter, tests[i].name) == 0) {
            cmocka_check(tests[i].setup_func(&state) == 0, tests[i].name, __FILE__, __LINE__);
            tests[i].test_func(&state);
            fprintf(stderr, "[ RUN ] %s\n", tests[i].name);
        }
    return cmocka_failures;
}

#endif
