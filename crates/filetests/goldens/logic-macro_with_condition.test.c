/*
 * Tests of crates/filetests/cases/c/logic/macro_with_condition.c, written by Trine.
 * Build and run them with `make check` in this folder.
 */

#include "ROOT/crates/filetests/cases/c/logic/macro_with_condition.c"

#include "trine_test.h"

/* digit when `IS_DIGIT` at line 10 is false */
static void test_digit_when_IS_DIGIT_is_false(void)
{
    TRINE_CHECK_INT(digit(0), -1);
}

/* digit when `IS_DIGIT` at line 10 is false */
static void test_digit_when_IS_DIGIT_is_false_2(void)
{
    TRINE_CHECK_INT(digit(58), -1);
}

/* digit when `IS_DIGIT` at line 10 is true */
static void test_digit_when_IS_DIGIT_is_true(void)
{
    TRINE_CHECK_INT(digit(48), 0);
}

/* digit with values that tell `if (IS_DIGIT(c))` at line 10 from faults in it */
static void test_digit_tells_if_IS_DIGIT_c(void)
{
    TRINE_CHECK_INT(digit(57), 9);
}

/* limited when `MIN` at line 16 is false */
static void test_limited_when_MIN_is_false(void)
{
    TRINE_CHECK_INT(limited(0, 0), 0);
}

/* limited with values that tell `return MIN(a, b)` at line 16 from faults in it */
static void test_limited_tells_return_MIN_a_b(void)
{
    TRINE_CHECK_INT(limited(1, 1), 1);
}

/* limited when `MIN` at line 16 is true */
static void test_limited_when_MIN_is_true(void)
{
    TRINE_CHECK_INT(limited(0, 1), 0);
}

static const struct trine_test tests[] = {
    { "digit_when_IS_DIGIT_is_false", test_digit_when_IS_DIGIT_is_false },
    { "digit_when_IS_DIGIT_is_false_2", test_digit_when_IS_DIGIT_is_false_2 },
    { "digit_when_IS_DIGIT_is_true", test_digit_when_IS_DIGIT_is_true },
    { "digit_tells_if_IS_DIGIT_c", test_digit_tells_if_IS_DIGIT_c },
    { "limited_when_MIN_is_false", test_limited_when_MIN_is_false },
    { "limited_tells_return_MIN_a_b", test_limited_tells_return_MIN_a_b },
    { "limited_when_MIN_is_true", test_limited_when_MIN_is_true },
};

int main(int argc, char **argv)
{
    return TRINE_RUN(tests, argc, argv);
}
