/*
 * Tests of crates/filetests/cases/c/floats/double_comparisons.c, written by Trine.
 * Build and run them with `make check` in this folder.
 */

#include "ROOT/crates/filetests/cases/c/floats/double_comparisons.c"

#include "trine_test.h"

/* compare when `b == 0.25` at line 15 is true */
static void test_compare_when_b_eq_0_25_is_true(void)
{
    TRINE_CHECK_INT(compare(15.0, 0.25), 12);
}

/* compare when `a < b` at line 9 is true */
static void test_compare_when_a_lt_b_is_true(void)
{
    TRINE_CHECK_INT(compare(1.5, 2.0), 2);
}

/* compare when `a > b` at line 9 is false */
static void test_compare_when_a_gt_b_is_false(void)
{
    TRINE_CHECK_INT(compare(0.0, 0.0), 2);
}

/* compare when `b >= -2.5` at line 11 is false */
static void test_compare_when_b_ge_minus_2_5_is_false(void)
{
    TRINE_CHECK_INT(compare(0.0, -5.0), 2);
}

/* compare with values that tell `if (a <= 2.5 && b >= -2.5)` at line 11 from faults in it */
static void test_compare_tells_if_a_le_2_5_and_b_ge_minus_2_5(void)
{
    TRINE_CHECK_INT(compare(2.5, 0.0), 3);
}

/* compare with values that tell `if (a <= 2.5 && b >= -2.5)` at line 11 from faults in it */
static void test_compare_tells_if_a_le_2_5_and_b_ge_minus_2_5_2(void)
{
    TRINE_CHECK_INT(compare(0.0, -2.5), 3);
}

static const struct trine_test tests[] = {
    { "compare_when_b_eq_0_25_is_true", test_compare_when_b_eq_0_25_is_true },
    { "compare_when_a_lt_b_is_true", test_compare_when_a_lt_b_is_true },
    { "compare_when_a_gt_b_is_false", test_compare_when_a_gt_b_is_false },
    { "compare_when_b_ge_minus_2_5_is_false", test_compare_when_b_ge_minus_2_5_is_false },
    { "compare_tells_if_a_le_2_5_and_b_ge_minus_2_5", test_compare_tells_if_a_le_2_5_and_b_ge_minus_2_5 },
    { "compare_tells_if_a_le_2_5_and_b_ge_minus_2_5_2", test_compare_tells_if_a_le_2_5_and_b_ge_minus_2_5_2 },
};

int main(int argc, char **argv)
{
    return TRINE_RUN(tests, argc, argv);
}
