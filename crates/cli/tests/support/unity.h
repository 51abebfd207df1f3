/* A stand-in for Unity, with what emitted tests use of it: checks that count failures, tests that run in order. */
#ifndef UNITY_FRAMEWORK_H
#define UNITY_FRAMEWORK_H

#include <stdio.h>
#include <string.h>

typedef void (*UnityTestFunction)(void);

void setUp(void);
void tearDown(void);

static int unity_failures;

static void unity_check(int holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    unity_failures++;
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
}

#define UNITY_CHECK(holds, what) unity_check(holds, what, __FILE__, __LINE__)
#define TEST_ASSERT_TRUE(c) UNITY_CHECK(!!(c), #c)
#define TEST_ASSERT_FALSE(c) UNITY_CHECK(!(c), #c)
#define TEST_ASSERT_EQUAL_INT64(b, a) UNITY_CHECK((long long)(a) == (long long)(b), #a)
#define TEST_ASSERT_EQUAL_UINT64(b, a) UNITY_CHECK((unsigned long long)(a) == (unsigned long long)(b), #a)
#define TEST_ASSERT_EQUAL_STRING(b, a) UNITY_CHECK(strcmp((const char *)(a), (const char *)(b)) == 0, #a)
#define TEST_ASSERT_NULL(p) UNITY_CHECK((p) == NULL, #p)
#define TEST_ASSERT_NOT_NULL(p) UNITY_CHECK((p) != NULL, #p)
#define TEST_ASSERT_EQUAL_PTR(b, a) UNITY_CHECK((const void *)(a) == (const void *)(b), #a)
#define TEST_ASSERT_EQUAL_MEMORY(b, a, size) UNITY_CHECK(memcmp((a), (b), (size)) == 0, #a)
#define UNITY_BEGIN() ((void)(unity_failures = 0))
#define UNITY_END() unity_failures

static void UnityDefaultTestRun(UnityTestFunction run, const char *name, int line)
{
    (void)line;
    setUp();
    run();
    tearDown();
    fprintf(stderr, "[ RUN ] %s\n", name);
}

#endif
